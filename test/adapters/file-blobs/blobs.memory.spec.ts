import { MemoryBlobs } from '../../../src/adapters/file-blobs/memory-blobs.js';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { describeBlobs } from '../../contracts/blobs.contract.js';

const keys = new StoredDataKeys(new SqliteOperationalStore(':memory:'), keyWrapOf(Buffer.alloc(32, 7)));

/** `DATA_DIR=:memory:` keeps the same promises, as long as the process lives. */
describeBlobs('memory', async () => new MemoryBlobs(keys));
