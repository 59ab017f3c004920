import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Begins commands of the operator. `service` has the folder of the compiled service. */
export const operator =
  (service: () => string) =>
  (dataDir: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Running => {
    const child = spawn(process.execPath, [`${service()}/src/cli/tidings.js`, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, MASTER_KEY, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const ended = Promise.all([text(child.stdout), text(child.stderr), exit]).then(([out, error, code]) => ({
      code,
      said: (out + error).trim(),
    }));
    return { child, ended };
  };

/** Folders of one spec; `remove` ends them. */
export function folders() {
  const home = mkdtempSync(join(tmpdir(), 'tidings-backup-'));
  let made = 0;
  return {
    /** A path at which nothing is yet. */
    path: (name: string) => join(home, `${++made}-${name}`),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Blobs of a tenant, so that copying them takes a while. */
export function manyBlobs(dataDir: string, count: number): void {
  const tenant = join(dataDir, 'blobs', '018f0000-0000-7000-8000-000000000000');
  for (let n = 0; n < count; n++) {
    const folder = join(tenant, (n % 256).toString(16).padStart(2, '0'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, n.toString(16).padStart(64, '0')), `blob ${n}`);
  }
}

export const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
