import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { folder } from './folders.js';
import { median } from './rounds.js';
import { ms } from './table.js';

const WRITES = 100;
const BLOCK = Buffer.alloc(4_096);

function fsyncMs(): number {
  const path = join(folder('fsync'), 'file');
  const file = openSync(path, 'w');
  const lasted = Array.from({ length: WRITES }, () => {
    writeSync(file, BLOCK);
    const start = performance.now();
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(path);
  return median(lasted);
}

export const machine = (): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, fsync ${ms(fsyncMs())}`;
