import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { SqliteEventStore } from '../../src/adapters/sqlite/event-store.js';

/**
 * Appends one event after the other and says after each whether it was taken. Then it ends or, with `stay`, keeps the
 * log until it is killed. With `despite` it goes on where a program otherwise ends: after a failure of the disk.
 */
const [path = '', count = '0', manner = ''] = process.argv.slice(2);
const say = (what: string) => writeSync(1, `${what}\n`);

const store = new SqliteEventStore(path, manner === 'despite' ? { onFatal: () => say('fatal') } : {});
for (let version = 0; version < Number(count); version++) {
  try {
    await store.append('contract-child', version, [{ id: randomUUID(), type: 'Noted', body: '{}' }]);
    say(`ack ${version + 1}`);
  } catch (error) {
    say(`refused ${error?.constructor.name}`);
  }
}
if (manner === 'stay') setInterval(() => {}, 60_000);
else process.exit();
