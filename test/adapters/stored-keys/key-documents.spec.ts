import { expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { KeyDocuments } from '../../../src/adapters/stored-keys/key-documents.js';
import type { Entry, OperationalKey } from '../../../src/ports/stores/operational-store.js';
import { TENANT } from '../../support/given/given.js';

/** Gives what it reads when it is let. */
class SlowStore extends SqliteOperationalStore {
  readonly waiting: (() => void)[] = [];
  isSlow = false;

  override async get<V>(key: OperationalKey): Promise<Entry<V> | undefined> {
    const found = await super.get<V>(key);
    if (this.isSlow) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return found;
  }
}

test('a key that ends while two calls read it stays ended in memory', async () => {
  const store = new SlowStore(':memory:');
  const wrap = keyWrapOf(Buffer.alloc(32, 3));
  await new KeyDocuments(store, wrap).make(TENANT, 'c.talk', Buffer.alloc(32, 1));
  const documents = new KeyDocuments(store, wrap);
  store.isSlow = true;
  const loads = [documents.load(TENANT, 'c.talk'), documents.load(TENANT, 'c.talk')];
  await expect.poll(() => store.waiting.length).toBe(2);
  store.isSlow = false;
  await documents.end(TENANT, 'c.talk');
  for (const go of store.waiting) go();
  expect(await Promise.all(loads)).toEqual(['ended', 'ended']);
  expect(documents.held(TENANT, 'c.talk')).toBe('ended');
  await store.close();
});
