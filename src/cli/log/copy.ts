import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { SqliteEventStore } from '../../adapters/sqlite/events/event-store.js';
import { vocabulary } from '../../composition/registry.js';
import { storeSettings } from '../../config/stores.js';
import { codecFor } from '../../engine/log/codec.js';
import { DamagedEvent } from '../../engine/log/damaged-events.js';
import { SEALED_STAYS } from '../../engine/log/sealing/no-keys.js';
import type { EventStore, Stored } from '../../ports/stores/event-store.js';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../shared/failures.js';
import { progressBar } from '../shared/progress.js';
import { copyLog, verifyCopy } from './copy-log.js';

const OWNER_ONLY = 0o600;

/** Damaged events that are named. */
const MOST_NAMED = 50;

const USAGE = `Usage: npm run tidings -- log copy --from <url> --to <url> [--json]

Copies an event log in its order, with ids, streams and versions, and verifies the copy. A copy that was
interrupted continues when the command runs again.

Stop the service first: the copy can miss events that are written meanwhile, and the command opens an embedded
log alone. Afterwards remove read.db from DATA_DIR and start the service with EVENT_STORE_URL=<to>.
The service then rebuilds the read models.

  <url>    sqlite:<path of log.db>  or  kurrentdb://host:2113[?tls=false]
  --json   prints the result as JSON

${EXIT_CODES}`;

async function open(url: string, mustExist: boolean): Promise<EventStore> {
  if (!url.startsWith('sqlite:')) {
    const { KurrentEventStore } = await import('../../adapters/eventstoredb/event-store.js');
    return new KurrentEventStore(url, { allowVolatile: storeSettings.eventStoreMayLose.read(process.env) });
  }
  const path = url.slice('sqlite:'.length);
  if (path === '') throw new WrongUsage(USAGE);
  if (mustExist && !existsSync(path)) throw new Unreadable(`The log "${path}" does not exist.`);
  if (!mustExist) makeForOwner(path);
  return new SqliteEventStore(path);
}

/** SQLite gives its other files the mode of the database. */
function makeForOwner(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY));
  chmodSync(path, OWNER_ONLY);
}

const codec = codecFor(vocabulary, SEALED_STAYS);

/** Returns the damage of an event; undefined where it is sound. An event of a newer version is sound. */
function damageOf(event: Stored): string | undefined {
  try {
    codec.decode(event);
    return undefined;
  } catch (error) {
    return error instanceof DamagedEvent ? error.message : undefined;
  }
}

/** @throws WrongUsage, Differs, Unreadable */
export async function logCopy(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, ['from', 'to'], USAGE);
  if (!given) return say(USAGE);
  if (given.from === undefined || given.to === undefined) throw new WrongUsage(USAGE);
  const [from, to] = [await open(given.from, true), await open(given.to, false)];
  const bar = progressBar();
  const started = performance.now();
  const { before, now } = await copyLog(from, to, (copied) => bar('Events', copied));
  const seconds = (performance.now() - started) / 1_000;
  const named: string[] = [];
  let damaged = 0;
  let read = 0;
  const verified = await verifyCopy(from, to, (event) => {
    bar('Verifying', ++read, before + now);
    const damage = damageOf(event);
    if (damage !== undefined && ++damaged <= MOST_NAMED) named.push(damage);
  });
  bar.end();
  if (given.json) say(JSON.stringify({ before, copied: now, verified, damaged }));
  else {
    const earlier = before > 0 ? ` (${before} were copied before)` : '';
    say(`${now} events copied in ${seconds.toFixed(1)} s${earlier}.`);
    say(`${verified} events verified: ids, streams, versions, types, bodies and order are equal.`);
    for (const damage of named) say(damage);
  }
  await from.close();
  await to.close();
  if (damaged > 0) throw new Differs(`${damaged} events are copied as they are and cannot be decoded.`);
}
