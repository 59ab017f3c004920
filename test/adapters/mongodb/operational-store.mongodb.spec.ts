import { afterAll, describe, test } from 'vitest';
import { MongoOperationalStore } from '../../../src/adapters/mongodb/operational/operational-store.js';
import { describeOperationalStore } from '../../contracts/operational-store.contract.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';

if (MONGODB) describeMongo(MONGODB);
else test('ledger: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const database = aDatabase(server);
    afterAll(() => dropDatabase(database));
    describeOperationalStore('MongoDB', async () => new MongoOperationalStore(database));
  });
}
