import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { FileBlobs } from '../../src/adapters/file-blobs/file-blobs.js';
import { keyWrapOf } from '../../src/adapters/file-keys/file-key-wrap.js';
import { FileKeys } from '../../src/adapters/file-keys/file-keys.js';
import { masterKeyIn } from '../../src/adapters/file-keys/master-key.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../src/adapters/stored-keys/stored-data-keys.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { instant } from '../../src/kernel/instant.js';

/** In a container every process is the first. */
Object.defineProperty(process, 'pid', { value: 1 });

const BLOBS = 20;
/** The processes share the store of keys. Its master key is that of the test. */
const [, , store = ''] = process.argv;
const entries = new SqliteOperationalStore(store, { shared: true });
const dataKeys = new StoredDataKeys(entries, keyWrapOf(Buffer.alloc(32, 7)));

/** A start on the folder: the keys it works with from then on. */
async function keys(folder: string) {
  const opened = await FileKeys.open(folder, undefined, systemClock);
  const token = await opened.sign({ sub: 'anna' }, 'at+jwt', instant('2100-01-01T00:00:00Z'));
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  return { kid, master: hash('sha256', masterKeyIn(folder, undefined)) };
}

/** Starts on the folder, each with a write. */
async function blobs(folder: string) {
  const tenant = randomUUID();
  const digests: string[] = [];
  for (let n = 0; n < BLOBS; n++)
    digests.push(await new FileBlobs(folder, systemClock, dataKeys).put(tenant, 'c', randomBytes(20_000)));
  return { tenant, digests };
}

/** Each line `keys <folder>` or `blobs <folder>` is answered by a line of JSON. */
for await (const line of createInterface({ input: process.stdin })) {
  const [what, folder = ''] = line.split(' ');
  const done = await (what === 'keys' ? keys(folder) : blobs(folder)).catch((error) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(done)}\n`);
}
