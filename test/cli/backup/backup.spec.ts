import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKeyWrap } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { runAudit } from '../../../src/cli/audit/run-audit.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings } from '../../support/api.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { sealedLog } from '../log/verifying.js';
import { filesIn, folders, MASTER_KEY, operator } from './backup.fixture.js';

const tidings = operator(compiledService);
const { path, remove } = folders();
const TENANT = '018f0000-0000-7000-8000-000000000000';
const CONVERSATION = { kind: 'conversation', id: 'c1' } as const;

/** A folder of a stopped service with a large value, a webhook secret and keys of data. */
const dataDir = path('data');
const backup = { to: path('backup'), keys: path('keys') };
let sealed: ReturnType<StoredDataKeys['seal']>;

beforeAll(async () => {
  const service = await startTidings({ MASTER_KEY }, dataDir);
  const acme = await createTenant(service, 'acme');
  await acme.conversation('c1', { description: 'heating', conversation_data: { note: 'n'.repeat(200_000) } });
  await postMessage(acme.owner, 'c1');
  await service.close();
  sealed = await withKeys(dataDir, async (keys) => {
    await keys.prepare(TENANT, [CONVERSATION, { kind: 'user', id: 'u1' }]);
    return keys.seal(TENANT, CONVERSATION, 'the text', 'here');
  });
  expect(await tidings(dataDir, ['backup', '--to', backup.to, '--keys', backup.keys]).ended).toEqual({
    code: 0,
    said: expect.stringContaining('verified'),
  });
});
afterAll(remove);

async function withKeys<T>(folder: string, work: (keys: StoredDataKeys) => Promise<T>): Promise<T> {
  const operations = new SqliteOperationalStore(join(folder, 'operational.db'));
  try {
    return await work(new StoredDataKeys(operations, fileKeyWrap(folder, Buffer.from(MASTER_KEY, 'base64'))));
  } finally {
    await operations.close();
  }
}

const opened = (folder: string) =>
  withKeys(folder, async (keys) => {
    await keys.load(TENANT, [sealed.k]);
    return keys.open(TENANT, sealed, 'here');
  });

const restore = (target: string, { to, keys }: typeof backup = backup, more: Readonly<Record<string, string>> = {}) =>
  tidings(target, ['restore', '--from', to, '--keys', keys], more).ended;

/** A copy of the backup in which something is changed. */
function copyWith(change: (copy: typeof backup) => void): typeof backup {
  const copy = { to: path('copy'), keys: path('copy-of-keys') };
  cpSync(backup.to, copy.to, { recursive: true });
  cpSync(backup.keys, copy.keys);
  change(copy);
  return copy;
}

describe('a backup', () => {
  test('is restored into an empty folder, and its read models are those of the log', async () => {
    const target = path('restored');
    expect(await restore(target)).toMatchObject({ code: 0, said: expect.stringContaining('restored and verified') });
    expect(await opened(target)).toEqual({ state: 'open', text: 'the text' });
    const again = await startTidings({ MASTER_KEY }, target);
    await again.close();
    const lines: string[] = [];
    expect(await runAudit({ DATA_DIR: target, MASTER_KEY }, (line) => lines.push(line))).toBe(0);
    expect(lines.at(-1)).toBe('0 differences');
  });

  test('is for its owner alone, and keys and master key are in no file of it', () => {
    expect([backup.to, backup.keys].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o600]);
    const lines = readFileSync(backup.keys, 'utf8').trimEnd().split('\n').slice(1, -1);
    const secrets = lines.flatMap((line) => {
      const { value, text } = JSON.parse(line);
      return Object.values(value ?? JSON.parse(text)).filter((each) => String(each).length > 40) as string[];
    });
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const master = Buffer.from(MASTER_KEY, 'base64');
    for (const file of filesIn(backup.to)) {
      const bytes = readFileSync(file);
      const found = secrets.filter((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'base64')));
      expect([file, found, bytes.includes(MASTER_KEY), bytes.includes(master)]).toEqual([file, [], false, false]);
    }
  });

  test('that lacks a file or has a changed one is refused, and the file is named', async () => {
    const changed = (file: string) => (copy: typeof backup) => {
      const bytes = readFileSync(join(copy.to, file));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(copy.to, file), bytes);
    };
    const without = (file: string) => (copy: typeof backup) => rmSync(join(copy.to, file));
    const other = 'is not the one that the backup wrote.';
    for (const [change, sentence] of [
      [changed('log.db'), `log.db ${other}`],
      [changed('operational.db'), `operational.db ${other}`],
      [changed('files.sha256'), `files.sha256 ${other}`],
      [without('operational.db'), 'operational.db is missing.'],
      [without('manifest.json'), 'manifest.json is missing: the backup did not end. Make another one.'],
    ] as const) {
      const [copy, target] = [copyWith(change), path('target')];
      const { code, said } = await restore(target, copy);
      expect([code === 1 || code === 3, said]).toEqual([true, expect.stringContaining(sentence)]);
      expect(filesIn(target)).toEqual([]);
    }
  }, 120_000);

  test('whose keys file is changed, cut or of another log is refused', async () => {
    const cut = copyWith(({ keys }) => writeFileSync(keys, readFileSync(keys, 'utf8').slice(0, -200)));
    expect(await restore(path('target'), cut)).toEqual({
      code: 1,
      said: `${cut.keys} is not the file that the backup wrote.`,
    });
    const empty = copyWith(({ keys }) => writeFileSync(keys, ''));
    expect(await restore(path('target'), empty)).toMatchObject({ code: 3 });
  });

  test('under another master key is refused in one sentence', async () => {
    const target = path('target');
    const { code, said } = await restore(target, backup, { MASTER_KEY: Buffer.alloc(32, 8).toString('base64') });
    expect([code, said]).toEqual([
      1,
      `The master key is not the one that wrapped the keys in ${backup.keys}. Set the MASTER_KEY of that time.`,
    ]);
    expect(filesIn(target)).toEqual([]);
    const other = { MASTER_KEY: Buffer.alloc(32, 8).toString('base64') };
    const made = await tidings(dataDir, ['backup', '--to', path('to'), '--keys', path('keys')], other).ended;
    expect(made).toMatchObject({ code: 1, said: expect.stringMatching(/^The master key does not open .*\.$/) });
  });

  test('with keys that ended after it: what was erased since stays erased', async () => {
    const later = path('data');
    cpSync(dataDir, later, { recursive: true });
    await withKeys(later, (keys) => keys.end(TENANT, [CONVERSATION]));
    const newer = path('keys');
    expect(await tidings(later, ['backup', '--keys', newer]).ended).toMatchObject({ code: 0 });
    const target = path('restored');
    expect(await restore(target, { ...backup, keys: newer })).toMatchObject({ code: 0 });
    expect(await opened(target)).toEqual({ state: 'erased' });
  });

  test('with keys that are older than it is refused', async () => {
    const later = path('data');
    cpSync(dataDir, later, { recursive: true });
    const service = await startTidings({ MASTER_KEY }, later);
    await createTenant(service, 'other');
    await service.close();
    const newer = { to: path('backup'), keys: path('keys') };
    expect(await tidings(later, ['backup', '--to', newer.to, '--keys', newer.keys]).ended).toMatchObject({ code: 0 });
    expect(await restore(path('target'), { to: newer.to, keys: backup.keys })).toEqual({
      code: 1,
      said: `${backup.keys} is older than the backup and lacks keys of it. Use the keys file of this backup or a later one.`,
    });
  });
});

test('a log that was changed by hand is backed up and restored, and both commands name a difference', async () => {
  const { tampered, remove: removeLog } = await sealedLog();
  const folder = tampered("update events set body = body || ' ' where position = 100");
  const key = { MASTER_KEY: readFileSync(join(folder, 'master.key'), 'utf8').trim() };
  const [copy, target] = [{ to: path('copy'), keys: path('keys') }, path('target')];
  const made = await tidings(folder, ['backup', '--to', copy.to, '--keys', copy.keys], key).ended;
  const restored = await restore(target, copy, key);
  removeLog();
  for (const { code, said } of [made, restored])
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/verified[\s\S]*log\.db has 1 differences\. .*another root/),
    ]);
  expect(filesIn(target).some((file) => file.endsWith('restore.unfinished'))).toBe(false);
});

describe('wrong usage is told before a store is opened', () => {
  const taken = path('taken');
  const fresh = path('new');
  beforeAll(() => {
    mkdirSync(taken);
    writeFileSync(join(taken, 'a'), '');
  });

  const cases: readonly (readonly [string[], string])[] = [
    [['backup'], 'Usage: npm run tidings -- backup'],
    [['backup', '--to', fresh], 'Usage: npm run tidings -- backup'],
    [['backup', '--too', 'x', '--keys', fresh], "Unknown option '--too'"],
    [['backup', '--to', taken, '--keys', fresh], 'is not empty'],
    [['backup', '--to', fresh, '--keys', backup.keys], 'exists. Name a new file.'],
    [['backup', '--to', join(dataDir, 'backup'), '--keys', fresh], 'is in DATA_DIR'],
    [['backup', '--to', fresh, '--keys', join(fresh, 'k')], 'Keep the keys apart'],
    [['restore', '--from', backup.to], 'Usage: npm run tidings -- restore'],
    [['restore', '--from', backup.to, '--keys', backup.keys], 'is not empty'],
  ];
  test.each(cases)('%j', async (args, sentence) => {
    const { code, said } = await tidings(dataDir, args).ended;
    expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test('a backup that is not there', async () => {
    const absent = await tidings(dataDir, ['restore', '--from', fresh, '--keys', backup.keys]).ended;
    expect(absent).toMatchObject({ code: 3, said: expect.stringContaining('does not exist') });
  });

  test('a folder without a log', async () => {
    const nowhere = await tidings(path('nowhere'), ['backup', '--keys', fresh]).ended;
    expect(nowhere).toMatchObject({ code: 3, said: expect.stringContaining('no service has run') });
  });
});

test('--help and --json', async () => {
  for (const command of ['backup', 'restore'])
    expect(await tidings(dataDir, [command, '--help']).ended).toMatchObject({ code: 0 });
  const json = await tidings(dataDir, ['backup', '--to', path('to'), '--keys', path('k'), '--json']).ended;
  expect(JSON.parse(json.said)).toMatchObject({ position: expect.any(Number), files: 3, keys: expect.any(Number) });
});
