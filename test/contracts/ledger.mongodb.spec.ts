import { afterAll, describe, test } from 'vitest';
import { MongoLedger } from '../../src/adapters/mongodb/ledger.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../support/a-mongodb.js';
import { describeLedger } from './ledger.contract.js';

if (MONGODB) describeMongo(MONGODB);
else test('ledger: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const database = aDatabase(server);
    afterAll(() => dropDatabase(database));
    describeLedger('MongoDB', async () => new MongoLedger(database));
  });
}
