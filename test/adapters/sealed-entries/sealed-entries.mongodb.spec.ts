import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { MongoOperationalStore } from '../../../src/adapters/mongodb/operational/operational-store.js';
import { SealedEntries } from '../../../src/adapters/sealed-entries/sealed-entries.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { instant } from '../../../src/kernel/instant.js';
import { describeOperationalStore } from '../../contracts/operational-store.contract.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';

const wrap = keyWrapOf(Buffer.alloc(32, 7));
const every = { has: () => true };

if (MONGODB) describeMongo(MONGODB);
else test('sealed entries: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const [database, forKeys] = [aDatabase(server), aDatabase(server)];
    const keyStore = new MongoOperationalStore(forKeys);
    afterAll(async () => {
      await keyStore.close();
      await Promise.all([dropDatabase(database), dropDatabase(forKeys)]);
    });

    /** The keys are in another database: the contract counts the entries of its own. */
    describeOperationalStore(
      'MongoDB, sealed',
      async () => new SealedEntries(new MongoOperationalStore(database), new StoredDataKeys(keyStore, wrap), every),
    );

    test('an entry is sealed in the database, opens in another process, and ends with the key of its tenant', async () => {
      const [one, other] = [new MongoOperationalStore(forKeys), new MongoOperationalStore(forKeys)];
      const key = { tenantId: randomUUID(), kind: 'effect', id: 'a' };
      const mine = new SealedEntries(one, new StoredDataKeys(one, wrap), every);
      const keys = new StoredDataKeys(other, wrap);
      const theirs = new SealedEntries(other, keys, every);
      await mine.put(key, { text: 'a canary' }, { due: instant('2030-01-01') });
      expect(JSON.stringify(await one.get(key))).not.toContain('canary');
      expect((await theirs.get(key))?.value).toEqual({ text: 'a canary' });
      await keys.end(key.tenantId, [{ kind: 'tenant' }]);
      expect(await theirs.get(key)).toBeUndefined();
      expect(await theirs.list(key.tenantId, 'effect', '', 9)).toEqual([]);
      await Promise.all([one.close(), other.close()]);
    });
  });
}
