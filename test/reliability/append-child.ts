import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';

/**
 * Appends one event after the other and says after each whether it was taken. Then it ends or, with `stay`, keeps the
 * log until it is killed. With `despite` it goes on where a program otherwise ends: after a failure of the disk. With
 * `entries` it writes entries of an operational store instead.
 */
const [path = '', count = '0', manner = '', entries = ''] = process.argv.slice(2);
const say = (what: string) => writeSync(1, `${what}\n`);

const options = manner === 'despite' ? { onFatal: () => say('fatal') } : {};

function appending() {
  const store = new SqliteEventStore(path, options);
  return (n: number) => store.append('contract-child', n, [{ id: randomUUID(), type: 'Noted', body: '{}' }]);
}

function putting() {
  const store = new SqliteOperationalStore(path, options);
  return (n: number) => store.put({ tenantId: 'contract', kind: 'child', id: `${n}` }, n);
}

const write = entries ? putting() : appending();
for (let version = 0; version < Number(count); version++) {
  try {
    await write(version);
    say(`ack ${version + 1}`);
  } catch (error) {
    say(`refused ${error?.constructor.name}`);
  }
}
if (manner === 'stay') setInterval(() => {}, 60_000);
else process.exit();
