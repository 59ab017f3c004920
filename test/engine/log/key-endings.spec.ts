import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import type { DataKeys } from '../../../src/ports/stores/data-keys.js';
import { TENANT } from '../../support/given/given.js';
import { SharedLog } from '../../support/given/shared-log.js';
import { deleted, posted, read, SealedStores, stream, TEXT, wrap } from './sealed-log.fixture.js';

let stores: SealedStores;
beforeEach(() => {
  stores = new SealedStores();
});
afterEach(() => stores.close());

describe('keys that end', () => {
  const sealedWith = (keys: DataKeys, sequence: number) => keys.has(TENANT, `m.talk.${sequence}.anna`);

  test('end in the memory of every process', async () => {
    const shared = new SharedLog(stores.store);
    const [one, other] = [stores.process(shared), stores.process(shared)];
    await Promise.all([one.endings.start(), other.endings.start()]);
    await one.log.append(stream, 0, [posted(1), posted(2)]);
    const texts = async () => (await read(other.log)).map(({ data }) => (data as { text?: string }).text);
    expect(await texts()).toEqual([TEXT, TEXT]);
    expect(sealedWith(other.keys, 1)).toBe(true);
    await one.log.append(stream, 2, [deleted(1)]);
    await expect.poll(async () => (await texts()).slice(0, 2)).toEqual([undefined, TEXT]);
  });

  test('are ended durably before the append is answered', async () => {
    const { log } = stores.process();
    await log.append(stream, 0, [posted(1)]);
    await log.append(stream, 1, [deleted(1)]);
    const late = new StoredDataKeys(stores.operations, wrap);
    await late.load(TENANT, ['m.talk.1.anna']);
    const { sealed } = JSON.parse((await stores.bodies())[0] ?? '');
    expect(late.open(TENANT, sealed, 'anything')).toEqual({ state: 'erased' });
  });

  test('that an older operational store brings back end again at the start, before anything is read', async () => {
    const { log, endings } = stores.process();
    await endings.start();
    await log.append(stream, 0, [posted(1), posted(2)]);
    const older = new SqliteOperationalStore(':memory:');
    const entries = (await stores.operations.scan(['data-key', 'process'], 100)).entries;
    for (const { key, value } of entries) await older.put(key, value);
    await log.append(stream, 2, [deleted(1)]);
    const restored = stores.process(stores.store, older);
    expect((await read(stores.process(stores.store, older).log))[0]?.data).toHaveProperty('text', TEXT);
    await restored.endings.start();
    expect((await read(restored.log)).map(({ meta }) => meta.erased)).toEqual([true, undefined, undefined]);
    await older.close();
  });

  test('go on from where the last start had come', async () => {
    const { log, endings } = stores.process();
    await log.append(stream, 0, [posted(1), deleted(1)]);
    await endings.start();
    const [entry] = await stores.operations.list<{ position: number }>(
      '00000000-0000-0000-0000-000000000000',
      'process',
      '',
      9,
    );
    expect(entry?.key.id).toBe('data-keys');
    expect(entry?.value.position).toBe(await log.head());
  });
});
