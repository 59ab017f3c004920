import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileKeys } from '../../../src/adapters/file-keys/file-keys.js';
import { FileLogSigner, keptVerifierKeys } from '../../../src/adapters/file-keys/file-log-signer.js';
import { openNote } from '../../../src/adapters/file-keys/notes/signed-note.js';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { DAY, type Instant, instant, plus } from '../../../src/kernel/instant.js';

let dataDir: string;
let now: Instant;
const clock = { now: () => now };
const open = (name?: string, masterKey?: Buffer, folder = dataDir) =>
  new FileLogSigner({ dataDir: folder, masterKey, name, defaultName: 'tidings.example', clock });
const isSigned = (note: string, { keys }: Pick<FileLogSigner, 'keys'>) =>
  'text' in
  openNote(
    note,
    keys.flatMap((line) => readVerifierKey(line) ?? []),
  );

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-log-keys-'));
  now = instant('2030-01-01');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the keys of the log', () => {
  test('sign under the default name, and are there again after a restart', () => {
    const note = open().sign('a\n');
    expect(note).toContain('— tidings.example ');
    expect(isSigned(note, open())).toBe(true);
    expect(open().keys).toHaveLength(1);
  });

  test('keep the name of the first start', () => {
    expect(open('log.example').name).toBe('log.example');
    expect(open().name).toBe('log.example');
    expect(() => open('other.example')).toThrow('LOG_ORIGIN=log.example');
  });

  test('give way after a year, and the retired ones stay', () => {
    const signer = open();
    const old = signer.sign('a\n');
    now = plus(now, 365 * DAY);
    const fresh = signer.sign('a\n');
    expect(signer.keys).toHaveLength(2);
    const [newest] = signer.keys;
    expect([
      isSigned(fresh, { keys: newest ? [newest] : [] }),
      isSigned(old, { keys: newest ? [newest] : [] }),
    ]).toEqual([true, false]);
    expect([isSigned(fresh, open()), isSigned(old, open())]).toEqual([true, true]);
  });

  test('of processes that share the folder are one', () => {
    const [one, other] = [open(), open()];
    expect([isSigned(one.sign('a\n'), other), isSigned(other.sign('a\n'), one)]).toEqual([true, true]);
    expect(open().keys).toHaveLength(1);
  });

  test('include the key of this year, which another process has made', () => {
    const [signing, answering] = [open(), open()];
    now = plus(now, 365 * DAY);
    expect(isSigned(signing.sign('a\n'), answering)).toBe(true);
    expect([answering.keys, keptVerifierKeys(dataDir).length]).toEqual([signing.keys, 2]);
  });

  test('can be read without the master key, which their private halves need', () => {
    const signer = open(undefined, Buffer.alloc(32, 1));
    expect(keptVerifierKeys(dataDir)).toEqual(signer.keys);
    expect(() => open(undefined, Buffer.alloc(32, 2))).toThrow('The master key does not open');
    const [file = ''] = readdirSync(join(dataDir, 'keys'));
    expect(readFileSync(join(dataDir, 'keys', file), 'utf8')).not.toContain('PRIVATE');
  });

  test('are no keys of tokens, and the other way round', async () => {
    const signer = open();
    const tokens = await FileKeys.open(dataDir, undefined, { now: () => now, monotonic: () => 0 });
    expect([tokens.jwks().length, open().keys]).toEqual([1, signer.keys]);
    expect((await FileKeys.open(dataDir, undefined, { now: () => now, monotonic: () => 0 })).jwks()).toHaveLength(1);
    expect(keptVerifierKeys(dataDir)).toEqual(signer.keys);
  });

  test('of a folder without keys are none', () => expect(keptVerifierKeys(join(dataDir, 'other'))).toEqual([]));

  test('may live in memory alone', () => {
    const signer = open(undefined, undefined, ':memory:');
    expect(isSigned(signer.sign('a\n'), signer)).toBe(true);
  });
});
