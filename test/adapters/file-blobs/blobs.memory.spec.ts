import { MemoryBlobs } from '../../../src/adapters/file-blobs/memory-blobs.js';
import { describeBlobs } from '../../contracts/blobs.contract.js';

/** `DATA_DIR=:memory:` keeps the same promises, as long as the process lives. */
describeBlobs('memory', async () => new MemoryBlobs());
