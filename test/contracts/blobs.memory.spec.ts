import { MemoryBlobs } from '../../src/adapters/file-blobs/memory-blobs.js';
import { describeBlobs } from './blobs.contract.js';

describeBlobs('memory', async () => new MemoryBlobs());
