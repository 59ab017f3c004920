import { afterAll, describe, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { MongoOperationalStore } from '../../../src/adapters/mongodb/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { describeDataKeys } from '../../contracts/data-keys.contract.js';
import { describeOperationalStore } from '../../contracts/operational-store.contract.js';
import { describeTreeStore } from '../../contracts/tree-store.contract.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';

const WRAP = keyWrapOf(Buffer.alloc(32, 7));

if (MONGODB) describeMongo(MONGODB);
else test('ledger: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const database = aDatabase(server);
    afterAll(() => dropDatabase(database));
    describeOperationalStore('MongoDB', async () => new MongoOperationalStore(database));
    const stores = [new MongoOperationalStore(database), new MongoOperationalStore(database)] as const;
    afterAll(() => Promise.all(stores.map((store) => store.close())));
    let opened = 0;
    const store = () => stores[opened++ % 2 ? 1 : 0];
    describeDataKeys('two processes on MongoDB', () => new StoredDataKeys(store(), WRAP));
    describeTreeStore('two processes on MongoDB', store);
  });
}
