import { statSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { bodyOf, KEYS, keyOf, STREAM } from './written.js';

/** From here on a commit has the thread empty the log. */
const LONG_BYTES = 8_388_608;
const [PAUSE_MS, LOOK_MS, MOST_PAUSES] = [300, 5, 100];
let paused = 0;
/** Writes to a store, one after the other, and says after each that it was taken. Then it ends as a process that is killed. */
const [path = '', count = '0', what = ''] = process.argv.slice(2);

function appending() {
  const store = new SqliteEventStore(path);
  return async (n: number) => {
    await store.append(STREAM, n, [{ id: `${n}`, type: 'Noted', body: JSON.stringify(bodyOf(n)) }]);
  };
}

/** A relaxed entry, which a loss of power may take, is written with every second one. */
function putting() {
  const store = new SqliteOperationalStore(path);
  return async (n: number) => {
    if (n % 2) void store.put({ ...keyOf(n), kind: 'relaxed' }, n, { relaxed: true });
    if (n % 4 === 1) await nextTurn();
    await store.put(keyOf(n), bodyOf(n));
    if (n % KEYS === 0) await store.remove(keyOf(n));
  };
}

const isLong = (): boolean => statSync(`${path}-wal`).size >= LONG_BYTES;

/** The thread empties a log that no commit lengthens meanwhile. Under strace it needs a pause for that. */
async function pause(): Promise<void> {
  if (paused >= MOST_PAUSES || !isLong()) return;
  paused++;
  for (let waited = 0; waited < PAUSE_MS && isLong(); waited += LOOK_MS) await sleep(LOOK_MS);
}

const write = what === 'entries' ? putting() : appending();
for (let n = 0; n < Number(count); n++) {
  await pause();
  await write(n);
  writeSync(1, `ack ${n + 1}\n`);
}
process.exit();
