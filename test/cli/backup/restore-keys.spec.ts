import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { keyEntries, verifyKeys, writeKeys } from '../../../src/cli/backup/keys-file.js';
import { replaceKeys } from '../../../src/cli/backup/restore-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TENANT = '018f0000-0000-7000-8000-000000000000';
const MANY = 12_000;
const wrap = keyWrapOf(Buffer.alloc(32, 7));
const keyOf = (id: string) => ({ tenantId: TENANT, kind: 'data-key', id });

async function idsIn(operations: SqliteOperationalStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of keyEntries(operations)) ids.push(key.id);
  return ids;
}

test('keys of a store are replaced by those of the file, and one that the file lacks is gone', async () => {
  const [source, target] = [new SqliteOperationalStore(':memory:'), new SqliteOperationalStore(':memory:')];
  const ids = Array.from({ length: MANY }, (_, n) => `u.${String(n).padStart(6, '0')}`);
  await Promise.all(ids.map((id) => source.put(keyOf(id), { key: `wrapped ${id}` })));
  await source.put(keyOf('u.ended'), {});
  const keyFiles = join(folder, 'keys');
  mkdirSync(join(keyFiles, 'log'), { recursive: true });
  writeFileSync(join(keyFiles, 'first.json'), 'one');
  writeFileSync(join(keyFiles, 'log', 'first.json'), 'other');
  const file = join(folder, 'keys-file');
  expect(await writeKeys(file, { log: 'first', position: 3 }, { operations: source, keyFiles, wrap })).toBe(MANY + 3);
  expect(await verifyKeys(file)).toMatchObject({ log: 'first', position: 3 });

  await target.put(keyOf('u.ended'), { key: 'wrapped before it ended' });
  await target.put(keyOf('u.gone'), { key: 'wrapped' });
  await target.put({ tenantId: TENANT, kind: 'timer', id: 't' }, {});
  const restored = join(folder, 'restored');
  expect(await replaceKeys(target, restored, file)).toBe(MANY + 3);
  expect(await idsIn(target)).toEqual([...ids, 'u.ended']);
  expect((await target.get(keyOf('u.ended')))?.value).toEqual({});
  expect(await target.get({ tenantId: TENANT, kind: 'timer', id: 't' })).toBeDefined();
  expect(readFileSync(join(restored, 'log', 'first.json'), 'utf8')).toBe('other');
  await Promise.all([source.close(), target.close()]);
});

test('a file of keys that leads out of the folder is refused', async () => {
  const operations = new SqliteOperationalStore(':memory:');
  const file = join(folder, 'leads-out');
  writeFileSync(file, `${JSON.stringify({ file: '../../out.json', text: '' })}\n`);
  await expect(replaceKeys(operations, join(folder, 'restored'), file)).rejects.toThrow('is not a key');
  await operations.close();
});
