import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SqliteEventStore } from '../../adapters/sqlite/events/event-store.js';
import { WrongSetting } from '../../config/environment.js';
import type { EventStore } from '../../ports/stores/event-store.js';
import { copyLog, verifyCopy } from './copy-log.js';

const USAGE = `Usage: npm run tidings -- log copy --from <url> --to <url>

Copies an event log in its order, with ids, streams and versions, and verifies the copy. A copy that was
interrupted continues when the command runs again.

Stop the service first: only one process can open the embedded log, and the copy can miss events that are
written meanwhile. Afterwards remove read.db from DATA_DIR and start the service with EVENT_STORE_URL=<to>.
The service then rebuilds the read models.

  <url>   sqlite:<path of log.db>  or  kurrentdb://host:2113[?tls=false]`;

async function open(url: string, mustExist: boolean): Promise<EventStore> {
  if (!url.startsWith('sqlite:')) {
    const { KurrentEventStore } = await import('../../adapters/eventstoredb/event-store.js');
    return new KurrentEventStore(url, { allowVolatile: process.env.EVENT_STORE_MAY_LOSE === 'true' });
  }
  const path = url.slice('sqlite:'.length);
  if (path === '' || (mustExist && !existsSync(path))) throw new WrongSetting(`The log "${path}" does not exist.`);
  return new SqliteEventStore(path);
}

/** @throws WrongSetting, NotACopy */
export async function logCopy(args: readonly string[], say: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, to: { type: 'string' } },
    strict: false,
  });
  if (typeof values.from !== 'string' || typeof values.to !== 'string') throw new WrongSetting(USAGE);
  const [from, to] = [await open(values.from, true), await open(values.to, false)];
  const started = performance.now();
  let reportedMs = started;
  const { before, now } = await copyLog(from, to, (copied) => {
    if (performance.now() - reportedMs < 2_000) return;
    reportedMs = performance.now();
    say(`${copied} events …`);
  });
  const seconds = (performance.now() - started) / 1_000;
  const earlier = before > 0 ? ` (${before} were copied before)` : '';
  say(`${now} events copied in ${seconds.toFixed(1)} s${earlier}.`);
  const verified = await verifyCopy(from, to);
  say(`${verified} events verified: ids, streams, versions, types, bodies and order are equal.`);
  await from.close();
  await to.close();
}
