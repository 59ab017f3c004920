import { afterAll, describe, test } from 'vitest';
import { MongoDocumentStore } from '../../../src/adapters/mongodb/documents/document-store.js';
import { describeDocumentStore } from '../../contracts/document-store.contract.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';

if (MONGODB) describeMongo(MONGODB);
else test('document store: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

function describeMongo(server: URL): void {
  describe('on a server', () => {
    const [database, other] = [aDatabase(server), aDatabase(server)];
    afterAll(() => Promise.all([dropDatabase(database), dropDatabase(other)]));
    describeDocumentStore('MongoDB', async () => new MongoDocumentStore(database));
    describeDocumentStore(
      'MongoDB, where each search finds too much to list',
      async () => new MongoDocumentStore(other, { listed: 0 }),
    );
  });
}
