import { statSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { bodyOf, KEYS, keyOf, STREAM } from './written.js';

/** Writes to a store, one after the other, and says after each that it was taken. Then it ends as a process that is killed. */
const LONG_BYTES = 4_194_304;
const [POLL_MS, PATIENCE_MS] = [50, 60_000];
/** Writes after the log was emptied. */
const LAST = 50;
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

/** On a slow machine the thread that empties the write-ahead log begins after most writes. */
async function emptiedLog(): Promise<void> {
  const isLong = () => statSync(`${path}-wal`).size > LONG_BYTES;
  for (let waited = 0; isLong() && waited < PATIENCE_MS; waited += POLL_MS) await sleep(POLL_MS);
}

const write = what === 'entries' ? putting() : appending();
for (let n = 0; n < Number(count); n++) {
  if (n === Number(count) - LAST) await emptiedLog();
  await write(n);
  writeSync(1, `ack ${n + 1}\n`);
}
process.exit();
