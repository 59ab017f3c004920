import { afterAll, describe, test } from 'vitest';
import { MongoOperationalStore } from '../../src/adapters/mongodb/operational-store.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../support/mongodb.js';
import { describeOperationalStore } from './operational-store.contract.js';

if (MONGODB) describeMongo(MONGODB);
else test('ledger: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const database = aDatabase(server);
    afterAll(() => dropDatabase(database));
    describeOperationalStore('MongoDB', async () => new MongoOperationalStore(database));
  });
}
