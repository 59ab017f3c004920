import { join } from 'node:path';
import { fileKeyWrap } from '../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../src/adapters/stored-keys/stored-data-keys.js';
import { vocabulary } from '../../src/composition/registry.js';
import { codecFor } from '../../src/engine/log/codec.js';
import { EventLog } from '../../src/engine/log/event-log.js';

/** The log of a service that is stopped or dead, with the keys that open it. */
export function stoppedLog(dataDir: string): { readonly log: EventLog; readonly close: () => Promise<void> } {
  const store = new SqliteEventStore(join(dataDir, 'log.db'));
  const operations = new SqliteOperationalStore(join(dataDir, 'operational.db'));
  const keys = new StoredDataKeys(operations, fileKeyWrap(dataDir, undefined));
  const close = async () => {
    await store.close();
    await operations.close();
  };
  return { log: new EventLog(store, codecFor(vocabulary, keys)), close };
}
