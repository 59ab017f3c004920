import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileKeys } from '../../../src/adapters/file-keys/file-keys.js';
import { seal, unseal } from '../../../src/adapters/file-keys/sealing.js';
import { DAY, type Instant, instant, MINUTE, plus } from '../../../src/kernel/instant.js';
import { LONGEST_TOKEN_DAYS } from '../../../src/ports/identity/keys.js';

let dataDir: string;
let now: Instant;
const clock = { now: () => now, monotonic: () => 0 };
const open = (masterKey?: Buffer) => FileKeys.open(dataDir, masterKey, clock);
const signed = (keys: FileKeys) => keys.sign({ sub: 'anna' }, 'at+jwt', plus(now, MINUTE));
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const modeOf = (...path: readonly string[]) => statSync(join(dataDir, ...path)).mode & 0o777;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-keys-'));
  now = instant('2030-01-01');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('signing keys', () => {
  test('sign what their published halves verify', async () => {
    const keys = await open();
    const token = await signed(keys);
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys.jwks()] }), {
      currentDate: new Date(now),
    });
    expect(payload).toEqual({ sub: 'anna', iat: Date.parse(now) / 1000, exp: Date.parse(now) / 1000 + 60 });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys.jwks()[0]?.kid });
    expect(keys.publicKey(kidOf(token))).toContain('BEGIN PUBLIC KEY');
    expect(keys.publicKey('other')).toBeUndefined();
  });

  test('are there again after a restart', async () => {
    const token = await signed(await open());
    expect((await open()).publicKey(kidOf(token))).toBeDefined();
  });

  test('of another process that shares the folder are known too', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const [token, theirs] = [await signed(one), await signed(other)];
    expect([one.publicKey(kidOf(theirs)), other.publicKey(kidOf(token))]).not.toContain(undefined);
    expect(one.jwks().map(({ kid }) => kid)).toContain(kidOf(theirs));
  });

  test('give way to a new one after thirty days', async () => {
    const keys = await open();
    const first = kidOf(await signed(keys));
    now = plus(now, 30 * DAY - 1);
    expect(kidOf(await signed(keys))).toBe(first);
    now = plus(now, 1);
    const [second, same] = await Promise.all([signed(keys), signed(keys)]);
    expect(kidOf(second)).not.toBe(first);
    expect(kidOf(same)).toBe(kidOf(second));
    expect(keys.jwks().map(({ kid }) => kid)).toEqual([kidOf(second), first]);
  });

  test('verify until the last token they signed has ended', async () => {
    const keys = await open();
    const first = kidOf(await signed(keys));
    now = plus(now, 30 * DAY);
    await signed(keys);
    now = plus(now, LONGEST_TOKEN_DAYS * DAY - 1);
    expect(keys.publicKey(first)).toBeDefined();
    now = plus(now, 1);
    expect(keys.publicKey(first)).toBeUndefined();
    expect(keys.jwks()).toHaveLength(1);
    expect((await open()).publicKey(first), 'after a restart neither').toBeUndefined();
  });

  test('leave no file behind once they are done', async () => {
    const keys = await open();
    for (let month = 0; month < 4; month++) {
      await signed(keys);
      now = plus(now, 40 * DAY);
    }
    await signed(keys);
    expect(readdirSync(join(dataDir, 'keys')).length).toBeLessThanOrEqual(2);
  });

  test('of a service in memory are nowhere on the disk', async () => {
    const keys = await FileKeys.open(':memory:', undefined, clock);
    expect(keys.publicKey(kidOf(await signed(keys)))).toBeDefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('at rest', () => {
  test('files and folder are the owner’s alone, private parts sealed', async () => {
    await open();
    const [name = ''] = readdirSync(join(dataDir, 'keys'));
    expect([modeOf('keys'), modeOf('keys', name), modeOf('master.key')]).toEqual([0o700, 0o600, 0o600]);
    const { kid, sealed } = JSON.parse(readFileSync(join(dataDir, 'keys', name), 'utf8'));
    const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64');
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('PRIVATE KEY');
    expect(unseal(masterKey, `signing-key:${kid}`, sealed)).toContain('PRIVATE KEY');
  });

  test('another master key stops the start with a clear sentence', async () => {
    await open(Buffer.alloc(32, 1));
    await expect(open(Buffer.alloc(32, 2))).rejects.toThrow(/The master key does not open .*sealed with another one/);
    expect((await open(Buffer.alloc(32, 1))).jwks()).toHaveLength(1);
    expect(readdirSync(dataDir), 'a given key is not written down').not.toContain('master.key');
  });

  test('a master key file that is cut stops the start', async () => {
    writeFileSync(join(dataDir, 'master.key'), 'AAAA');
    await expect(open()).rejects.toThrow(/does not hold a key of 32 bytes/);
  });

  test('what is sealed for one purpose opens for no other, nor changed', () => {
    const key = Buffer.alloc(32, 7);
    const sealed = seal(key, 'a', 'secret');
    expect(unseal(key, 'a', sealed)).toBe('secret');
    expect(seal(key, 'a', 'secret')).not.toBe(sealed);
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => unseal(key, 'b', sealed)).toThrow();
    expect(() => unseal(key, 'a', bytes.toString('base64'))).toThrow();
    expect(() => unseal(key, 'a', sealed.slice(0, 8))).toThrow();
  });
});
