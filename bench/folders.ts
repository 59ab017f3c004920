import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new folder that is removed when the process ends. `BENCH_DIR` names its parent, to choose the disk. */
export function folder(name: string): string {
  const path = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), `tidings-bench-${name}-`));
  made.push(path);
  return path;
}

process.on('exit', () => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});
