import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import { SqliteDocumentStore } from '../adapters/sqlite/documents/document-store.js';
import { SqliteEventStore } from '../adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../adapters/sqlite/operational/operational-store.js';
import { CONFIG, type Config } from '../config/config.js';
import { isEmbedded } from '../config/stores.js';
import { QueueLengths } from '../engine/effects/queue-lengths.js';
import { provide } from '../engine/provide.js';
import { ServedDocuments } from '../engine/read-models/building/served-documents.js';
import { ServedVersions } from '../engine/read-models/building/served-versions.js';
import { LOOP } from '../fairness/loop.js';
import { DOCUMENT_STORE } from '../ports/stores/document-store.js';
import { EVENT_STORE } from '../ports/stores/event-store.js';
import { OPERATIONAL_STORE } from '../ports/stores/operational-store.js';

/** `sqlite:` is a file of the data folder, `sqlite:<path>` that file. */
export const fileOf = (url: string, { dataDir }: Config, file: string) =>
  url.slice('sqlite:'.length) || (dataDir === ':memory:' ? dataDir : join(dataDir, file));

/** No other process can write an embedded log, so none shares the other stores either. */
export const isAlone = ({ eventStoreUrl }: Config) => isEmbedded(eventStoreUrl);

/** The three stores, chosen by URL (contract 9). */
export const stores: readonly Provider[] = [
  provide(EVENT_STORE, [CONFIG, OPERATIONAL_STORE, LOOP], async (config, operations, loop) => {
    const { eventStoreUrl: url, eventStoreMayLose: allowVolatile } = config;
    if (isEmbedded(url)) return new SqliteEventStore(fileOf(url, config, 'log.db'), { loop });
    const { KurrentEventStore } = await import('../adapters/eventstoredb/event-store.js');
    const { keptPlaces } = await import('../adapters/eventstoredb/reading/kept-places.js');
    return new KurrentEventStore(url, { allowVolatile, places: keptPlaces(url, operations) });
  }),
  provide(DOCUMENT_STORE, [CONFIG, LOOP, QueueLengths, ServedVersions], async (config, loop, queues, served) => {
    const { readStoreUrl: url } = config;
    if (isEmbedded(url)) {
      const store = new SqliteDocumentStore(fileOf(url, config, 'read.db'), { shared: !isAlone(config), loop });
      queues.add('read', () => store.waiting);
      return new ServedDocuments(store, served);
    }
    const { MongoDocumentStore } = await import('../adapters/mongodb/documents/document-store.js');
    return new ServedDocuments(new MongoDocumentStore(url), served);
  }),
  provide(OPERATIONAL_STORE, [CONFIG, LOOP], async (config, loop) => {
    const { readStoreUrl: url } = config;
    if (isEmbedded(url)) {
      return new SqliteOperationalStore(fileOf('sqlite:', config, 'operational.db'), {
        shared: !isAlone(config),
        loop,
      });
    }
    const { MongoOperationalStore } = await import('../adapters/mongodb/operational/operational-store.js');
    return new MongoOperationalStore(url);
  }),
];
