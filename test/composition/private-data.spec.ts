import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePrivate } from '../../src/composition/private-data.js';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Runs as a user without privileges. */
function asNobody(work: () => void): void {
  const umask = process.umask();
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.umask(umask);
  }
}

describe.skipIf(!isRoot)('a data folder that belongs to the group of the process, as with fsGroup', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-volume-'));
    chownSync(folder, 0, NOBODY);
    chmodSync(folder, 0o770);
    mkdirSync(join(folder, 'lost+found'), { mode: 0o700 });
    writeFileSync(join(folder, 'foreign'), 'x');
    writeFileSync(join(folder, 'log.db'), 'x', { mode: 0o644 });
    mkdirSync(join(folder, 'blobs'), { mode: 0o755 });
    writeFileSync(join(folder, 'blobs', 'one'), 'x', { mode: 0o644 });
    chmodSync(join(folder, 'foreign'), 0o644);
    for (const name of ['log.db', 'blobs', 'blobs/one']) chownSync(join(folder, name), NOBODY, NOBODY);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('works, with a lost+found in it, and the files of the process become private', () => {
    for (let start = 0; start < 2; start++) asNobody(() => makePrivate(folder));
    const modes = ['log.db', 'blobs', 'blobs/one', 'foreign'].map((name) => modeOf(join(folder, name)));
    expect(modes).toEqual([0o600, 0o700, 0o600, 0o644]);
  });

  test('that the process may not write is still refused in one sentence', () => {
    const below = join(folder, 'lost+found', 'data');
    asNobody(() => expect(() => makePrivate(below)).toThrow(/cannot be used as or in the data folder/));
  });
});
