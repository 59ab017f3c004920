import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileKeyWrap, keyWrapOf } from '../../src/adapters/file-keys/file-key-wrap.js';
import { FileKeys } from '../../src/adapters/file-keys/file-keys.js';
import { fileSecrets } from '../../src/adapters/file-keys/file-secrets.js';
import { masterKeyIn, nextMasterKeyIn, replaceMasterKey } from '../../src/adapters/file-keys/master-key.js';
import { secretsFile, signingKeyFiles, writeRotated } from '../../src/adapters/file-keys/rotated-files.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { rewrapKeys } from '../../src/adapters/stored-keys/rewrap.js';
import { StoredDataKeys } from '../../src/adapters/stored-keys/stored-data-keys.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import type { Sealed } from '../../src/ports/stores/data-keys.js';
import { compiledService } from '../support/processes/compiled-service.js';

const TENANT = '11111111-1111-7111-8111-111111111111';
const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const SUBJECTS = [
  { kind: 'user', id: 'anna' },
  ...Array.from({ length: 30 }, (_, n) => ({ kind: 'message', conversationId: `talk-${n}`, sequence: 1 }) as const),
] as const;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-rotate-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

interface Sown {
  readonly sealed: readonly Sealed[];
  readonly secret: string;
  readonly digest: string;
  readonly token: string;
}

async function withKeys<T>(masterKey: Buffer | undefined, work: (keys: StoredDataKeys) => Promise<T>): Promise<T> {
  const operations = new SqliteOperationalStore(join(dataDir, 'operational.db'));
  try {
    return await work(new StoredDataKeys(operations, fileKeyWrap(dataDir, masterKey)));
  } finally {
    await operations.close();
  }
}

/** Data under keys of a service, and what it sealed with the master key. */
const sow = (masterKey?: Buffer): Promise<Sown> =>
  withKeys(masterKey, async (keys) => {
    await keys.prepare(TENANT, SUBJECTS);
    await keys.end(TENANT, [{ kind: 'user', id: 'bert' }]);
    const secrets = fileSecrets(dataDir, masterKey);
    const signing = await FileKeys.open(dataDir, masterKey, systemClock);
    const expiresAt = new Date(Date.now() + 60_000).toISOString() as never;
    return {
      sealed: SUBJECTS.map((subject) => keys.seal(TENANT, subject, 'the text', 'e')),
      secret: secrets.seal('oidc', 'provider secret'),
      digest: secrets.digest('token', 'value'),
      token: await signing.sign({ sub: 'anna' }, 'at+jwt', expiresAt),
    };
  });

/** Everything opens with this master key. */
async function reap(sown: Sown, masterKey?: Buffer): Promise<void> {
  await withKeys(masterKey, async (keys) => {
    await keys.load(
      TENANT,
      sown.sealed.map(({ k }) => k),
    );
    for (const each of sown.sealed) expect(keys.open(TENANT, each, 'e')).toEqual({ state: 'open', text: 'the text' });
    await keys.load(TENANT, ['u.bert']);
    expect(keys.open(TENANT, { k: 'u.bert', n: '', c: '' }, 'e')).toEqual({ state: 'erased' });
  });
  const secrets = fileSecrets(dataDir, masterKey);
  expect(secrets.unseal('oidc', sown.secret)).toBe('provider secret');
  expect(secrets.digest('token', 'value')).toBe(sown.digest);
  const kid = JSON.parse(Buffer.from(sown.token.split('.')[0] ?? '', 'base64url').toString()).kid;
  expect((await FileKeys.open(dataDir, masterKey, systemClock)).publicKey(kid)).toContain('PUBLIC KEY');
}

interface Told {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Told> =>
  new Promise((resolve) => {
    const all = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env };
    execFile(
      process.execPath,
      [join(compiledService(), file), ...args],
      { env: all, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? error.code : 0, out, err }),
    );
  });
const rotate = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  run('src/cli/tidings.js', ['keys', 'rotate', ...args], env);

describe('keys rotate', () => {
  test('replaces the master key in the file; keys, secrets, digests and tokens stay good', async () => {
    const sown = await sow();
    const before = masterKeyIn(dataDir, undefined);
    const { code, out } = await rotate();
    expect([code, out]).toEqual([0, expect.stringMatching(/keys of data and 2 files .*\nmaster.key is replaced/)]);
    expect(masterKeyIn(dataDir, undefined).equals(before)).toBe(false);
    expect(existsSync(join(dataDir, 'master.key.new'))).toBe(false);
    await reap(sown);
    await expect(reap(sown, before)).rejects.toThrow();
  });

  test('a second time keeps what the first master key sealed', async () => {
    const sown = await sow();
    await rotate();
    const { code } = await rotate();
    expect(code).toBe(0);
    await reap(sown);
  });

  test('goes from MASTER_KEY to NEW_MASTER_KEY, and says so as JSON', async () => {
    const sown = await sow(Buffer.alloc(32, 1));
    const env = { MASTER_KEY: base64(1), NEW_MASTER_KEY: base64(2) };
    const { code, out } = await rotate(env, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { keys: expect.any(Number), before: expect.any(Number), files: 2 }]);
    await reap(sown, Buffer.alloc(32, 2));
    expect((await rotate(env)).out).toMatch(/^0 keys of data and 0 files/);
    await reap(sown, Buffer.alloc(32, 2));
  });

  test.each([
    ['MASTER_KEY without NEW_MASTER_KEY', { MASTER_KEY: base64(1) }, 2, 'Set NEW_MASTER_KEY to the next master key.\n'],
    [
      'the same key twice',
      { MASTER_KEY: base64(1), NEW_MASTER_KEY: base64(1) },
      2,
      'NEW_MASTER_KEY is the master key already.\n',
    ],
    [
      'another old key',
      { MASTER_KEY: base64(3), NEW_MASTER_KEY: base64(2) },
      1,
      expect.stringMatching(/^The master key does not open .* Set the MASTER_KEY of that time\.\n$/),
    ],
  ])('refuses %s, and changes nothing', async (_, env, code, err) => {
    const sown = await sow(Buffer.alloc(32, 1));
    expect(await rotate(env)).toMatchObject({ code, err });
    await reap(sown, Buffer.alloc(32, 1));
  });

  test('is refused beside a service', async () => {
    await sow();
    const running = new SqliteOperationalStore(join(dataDir, 'operational.db'));
    const { code, err } = await rotate();
    expect([code, err]).toEqual([3, expect.stringContaining('is in use by another process')]);
    await running.close();
  });

  test('says what it does, and refuses an option it does not know', async () => {
    expect(await rotate({}, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Stop the service') });
    expect((await rotate({}, '--fast')).code).toBe(2);
  });
});

describe('a rotation that was killed', () => {
  const [from, to] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const keys = { from, to };
  const wraps = { from: keyWrapOf(from), to: keyWrapOf(to) };
  const env = { MASTER_KEY: base64(1), NEW_MASTER_KEY: base64(2) };

  /** Wraps some of the keys of data, then stops. */
  async function someKeys(): Promise<void> {
    const operations = new SqliteOperationalStore(join(dataDir, 'operational.db'));
    let left = 7;
    const to = {
      ...wraps.to,
      wrap: (purpose: string, key: Buffer) => {
        if (left-- === 0) throw new Error('killed');
        return wraps.to.wrap(purpose, key);
      },
    };
    await rewrapKeys(operations, { ...wraps, to }).catch(() => undefined);
    await operations.close();
  }

  const steps: readonly [string, () => Promise<unknown> | unknown][] = [
    ['the key of secrets', () => writeRotated([secretsFile(dataDir, keys)])],
    ['some keys of data', someKeys],
    ['every key of data', () => allKeys()],
    ['a signing key', () => writeRotated(signingKeyFiles(dataDir, keys).slice(0, 1))],
  ];
  async function allKeys(): Promise<void> {
    const operations = new SqliteOperationalStore(join(dataDir, 'operational.db'));
    await rewrapKeys(operations, wraps);
    await operations.close();
  }

  test.each(steps)('after %s goes on when it runs again', async (name) => {
    const sown = await sow(from);
    for (const [step, work] of steps) {
      await work();
      if (step === name) break;
    }
    const { code } = await rotate(env);
    expect(code).toBe(0);
    await reap(sown, to);
  });

  test('lets the service start with neither key before it is finished, and says why in one sentence', async () => {
    await sow(from);
    writeRotated([secretsFile(dataDir, keys)]);
    await allKeys();
    for (const MASTER_KEY of [base64(1), base64(2)]) {
      const { code, err } = await run('src/main.js', [], { MASTER_KEY });
      expect([code, err.split('\n')]).toEqual([1, [expect.stringMatching(/^The master key does not open .*keys/), '']]);
    }
  });

  test('in the file goes on with the same new key', async () => {
    const sown = await sow();
    const next = nextMasterKeyIn(dataDir, undefined);
    const old = masterKeyIn(dataDir, undefined);
    writeRotated([secretsFile(dataDir, { from: old, to: next })]);
    expect((await rotate()).code).toBe(0);
    expect(masterKeyIn(dataDir, undefined).equals(next)).toBe(true);
    await reap(sown);
    replaceMasterKey(dataDir, next);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
    expect(readFileSync(join(dataDir, 'keys', 'secrets.json'), 'utf8')).not.toContain(old.toString('base64'));
  });
});
