import { rmSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { logVerify } from '../../../src/cli/log/verify/verify.js';
import { Differs } from '../../../src/cli/shared/failures.js';
import { ACME, OTHER, SealedFolder, streamOf } from './tampered-log.js';

/** Runs the command on a folder. */
export async function verify(folder: string, args: readonly string[] = [], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  for (const [name, value] of Object.entries({ DATA_DIR: folder, ...environment })) vi.stubEnv(name, value);
  let error: unknown;
  try {
    await logVerify(args, (line) => lines.push(line));
  } catch (thrown) {
    error = thrown;
  }
  vi.unstubAllEnvs();
  return { lines, error };
}

interface Found {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly reason: string;
}

/** The findings of the command, which has to fail where there is any. */
export async function findings(folder: string, ...args: readonly string[]): Promise<readonly Found[]> {
  const { lines, error } = await verify(folder, ['--json', ...args]);
  const result = JSON.parse(lines[0] ?? '{}') as { readonly ok: boolean; readonly findings: readonly Found[] };
  expect(error instanceof Differs).toBe(!result.ok);
  if (error !== undefined && !(error instanceof Differs)) throw error;
  return result.findings;
}

export const first = async (folder: string, ...args: readonly string[]) => (await findings(folder, ...args))[0];

/** A folder with 338 events of two tenants, and copies of it that a spec tampers with. */
export async function sealedLog() {
  const sealed = new SealedFolder();
  await sealed.append(streamOf('a'), 150);
  await sealed.append(streamOf('b'), 150);
  await sealed.append(streamOf('c', OTHER), 5);
  await sealed.seal();
  await sealed.append(streamOf('a'), 30);
  await sealed.seal();
  const checkpoints = await sealed.store.read(`checkpoint-${ACME}_${ACME}`, { limit: 10 });
  await sealed.close();
  const copies: string[] = [];
  return {
    sealed,
    /** Positions of the checkpoints of ACME. */
    marks: checkpoints.map(({ position }) => position),
    copies,
    tampered(...statements: readonly string[]): string {
      const copy = sealed.tampered(...statements);
      copies.push(copy);
      return copy;
    },
    remove() {
      sealed.remove();
      for (const copy of copies) rmSync(copy, { recursive: true });
    },
  };
}
