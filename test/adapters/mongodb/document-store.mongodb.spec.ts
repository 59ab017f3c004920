import { afterAll, describe, expect, test } from 'vitest';
import { MongoDocumentStore } from '../../../src/adapters/mongodb/documents/document-store.js';
import { describeDocumentStore } from '../../contracts/document-store.contract.js';
import { books } from '../../contracts/library.js';
import { aDatabase, dropDatabase, MONGODB, reached, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';

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

    test('a URL that keeps many connections open does not hinder the making of indexes', async () => {
      const store = new MongoDocumentStore(reached(database, { options: 'minPoolSize=20' }));
      await store.prepare([books]);
      expect(await store.checkpoint('a reader of its own')).toBe(0);
      await store.close();
    });
  });
}
