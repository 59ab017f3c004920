import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeArguments } from '../../reliability/typescript-child.js';

interface Told {
  readonly dropped: number;
  readonly stallMs: number;
  readonly grownMib: number;
}

const folder = mkdtempSync(join(tmpdir(), 'tidings-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

function logging(stdout: 'pipe' | number, turns: number, perTurn: number): ChildProcess {
  const script = join(import.meta.dirname, 'log-lines-child.ts');
  const args = nodeArguments(script, `${turns}`, `${perTurn}`);
  return spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
}

async function toldBy(child: ChildProcess): Promise<Told & { readonly code: number | null }> {
  const ended = once(child, 'exit');
  const [told] = (await once(child, 'message')) as [Told];
  const [code] = (await ended) as [number | null];
  return { ...told, code };
}

describe('lines of the log', () => {
  test('that a reader takes are all there', async () => {
    const child = logging('pipe', 20, 50);
    const [read, told] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), toldBy(child)]);
    expect([read.trimEnd().split('\n').length, told.dropped, told.code]).toEqual([1_000, 0, 0]);
  });

  test('that a file takes are all there, the last ones too', async () => {
    const path = join(folder, 'log');
    const file = openSync(path, 'w');
    const told = await toldBy(logging(file, 20, 50));
    closeSync(file);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect([lines.length, told.dropped, told.code]).toEqual([1_000, 0, 0]);
    expect(lines.every((line) => JSON.parse(line).msg === 'a line')).toBe(true);
  });

  test('are dropped and counted where their reader stalls: no wait, no growing memory, and the process ends', async () => {
    const told = await toldBy(logging('pipe', 400, 500));
    expect(told.code).toBe(0);
    expect(told.dropped).toBeGreaterThan(150_000);
    expect(told.grownMib).toBeLessThan(30);
    expect(told.stallMs).toBeLessThan(1_000);
  });

  test('are dropped and counted where their reader is gone', async () => {
    const child = logging('pipe', 40, 50);
    child.stdout?.destroy();
    const told = await toldBy(child);
    expect(told.code).toBe(0);
    expect(told.dropped).toBeGreaterThan(0);
  });

  test.skipIf(process.platform !== 'linux')('are dropped and counted where the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const told = await toldBy(logging(full, 40, 50));
    closeSync(full);
    expect([told.dropped, told.code]).toEqual([2_000, 0]);
    expect(told.stallMs).toBeLessThan(1_000);
  });
});
