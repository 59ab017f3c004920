import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { SqliteEventStore } from '../../src/adapters/sqlite/event-store.js';

/** Appends one event after the other and says so after each answer; then ends, or keeps the log until it is killed. */
const [path = '', count = '0', afterwards = 'stay'] = process.argv.slice(2);
const STDOUT = 1;

const store = new SqliteEventStore(path);
for (let version = 0; version < Number(count); version++) {
  await store.append('contract-child', version, [{ id: randomUUID(), type: 'Noted', body: '{}' }]);
  writeSync(STDOUT, `ack ${version + 1}\n`);
}
if (afterwards === 'stay') setInterval(() => {}, 60_000);
