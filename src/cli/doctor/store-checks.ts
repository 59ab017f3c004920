import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { isEmbedded } from '../../config/stores.js';
import { checkpointName } from '../../engine/read-models/checkpoints.js';
import type { Parked } from '../../engine/read-models/parking.js';
import { epochMs, FAR_FUTURE, MINUTE, SECOND } from '../../kernel/instant.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { seenLeases } from '../shared/live-leases.js';
import { openedLog } from '../shared/opened-log.js';
import { documentsOf, servedBy } from '../shared/read-models.js';
import { type Finding, note, ok, wrong } from './finding.js';

const PATIENCE_MS = 10 * SECOND;
const LOOK_MS = 200;
const LAST_EVENTS = 100;
const MOST_PARKED = 1_000;

type Opened = Awaited<ReturnType<typeof openedLog>>;

const within = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`There is no answer within ${PATIENCE_MS / SECOND} s.`);
    }),
  ]);

/** Checks all stores. `runs`: a service runs too. */
export async function storesOf(config: Config, runs: boolean): Promise<readonly Finding[]> {
  let opened: Opened;
  try {
    opened = await within(openedLog(config));
  } catch (error) {
    return [unreachable('event log and operational store', error)];
  }
  try {
    const checks = [
      reached('event log', () => opened.log.head()),
      reached('operational store', () => opened.operations.due('timer', FAR_FUTURE, 1)),
      tried('clock', () => clockOf(opened)),
      tried('versions', () => lastEvents(opened, isEmbedded(config.eventStoreUrl) ? LAST_EVENTS : 1)),
      tried('parked', () => parkedIn(opened.operations)),
      tried('lag', () => readModels(config, opened, runs)),
      ...(isEmbedded(config.eventStoreUrl) ? [] : [tried('leases', () => leasesIn(opened.operations, runs))]),
    ];
    return (await Promise.all(checks)).flat();
  } finally {
    await opened.close();
  }
}

function unreachable(what: string, error: unknown): Finding {
  const todo = 'Look at the address in the settings, at the server or file, and at the rights of this user.';
  return wrong('reachability', `The ${what} cannot be read: ${(error as Error).message}`, todo);
}

async function reached(what: string, read: () => Promise<unknown>): Promise<Finding> {
  const begunMs = performance.now();
  try {
    await within(read());
    return ok('reachability', `The ${what} answers within ${Math.ceil(performance.now() - begunMs)} ms.`);
  } catch (error) {
    return unreachable(what, error);
  }
}

/** A store that does not answer is wrong in one finding alone. */
const tried = (check: string, read: () => Promise<Finding | readonly Finding[]>): Promise<readonly Finding[]> =>
  within(read()).then(
    (found) => [found].flat(),
    (error: Error) => [note(check, `This could not be looked at: ${error.message}`)],
  );

async function clockOf({ log }: Opened): Promise<Finding> {
  const [last] = (await log.readableAll(Math.max(0, (await log.head()) - 1), 1)).events;
  const aheadMs = last ? epochMs(last.meta.at) - Date.now() : 0;
  if (aheadMs <= MINUTE) return ok('clock', 'The clock of this machine is not behind the last event.');
  const said = `The last event is ${Math.round(aheadMs / SECOND)} s ahead of the clock of this machine.`;
  return wrong('clock', said, 'Set the clock right on all machines, for example with NTP.');
}

/** Positions of a server have gaps, so one event is looked at there. */
async function lastEvents({ log }: Opened, count: number): Promise<Finding> {
  const { unreadable } = await log.readableAll(Math.max(0, (await log.head()) - count), count);
  const [first] = unreadable;
  if (!first) return ok('versions', 'This version reads the last events of the log.');
  const said = `The event at position ${first.position} cannot be read: ${first.error.message}`;
  return wrong('versions', said, 'Run the version that wrote it, or restore the log or its keys.');
}

async function parkedIn(operations: OperationalStore): Promise<Finding> {
  const parked = await operations.due<Parked>('parked', FAR_FUTURE, MOST_PARKED);
  const [first] = parked;
  if (!first) return ok('parked', 'No document is parked.');
  const { readModel, tenantId, key, position, error } = first.value;
  const count = parked.length < MOST_PARKED ? `${parked.length}` : `At least ${MOST_PARKED}`;
  const said = `${count} documents are parked. The first is ${readModel} ${tenantId}/${key}, at position ${position}: ${error}`;
  return wrong('parked', said, 'See them with parked list, and try them again with parked retry.');
}

/** Where a service runs, the read models must reach what the log has now. */
async function readModels(config: Config, { log }: Opened, runs: boolean): Promise<readonly Finding[]> {
  const documents = await documentsOf(config);
  try {
    const head = await log.head();
    const serving = await servedBy(documents);
    const behind = async () => {
      const positions = await Promise.all(serving.map((each) => documents.checkpoint(checkpointName(each))));
      return serving.filter((_, i) => (positions[i] ?? 0) < head).map(checkpointName);
    };
    let late = await behind();
    for (const end = performance.now() + PATIENCE_MS / 2; runs && late.length > 0 && performance.now() < end; ) {
      await pause(LOOK_MS);
      late = await behind();
    }
    if (late.length === 0) return [ok('lag', 'Every read model has applied the log.')];
    const said = `${late.length} read models have not applied the log up to position ${head}: ${late.join(', ')}.`;
    if (!runs) return [note('lag', said, 'The next start of the service applies the rest.')];
    return [wrong('lag', said, 'Look into the log lines of the process that has the role projector.')];
  } finally {
    await documents.close();
  }
}

async function leasesIn(operations: OperationalStore, runs: boolean): Promise<readonly Finding[]> {
  const seen = await seenLeases(operations);
  return ['projector', 'effects'].map((lease) => {
    const { owner = '', isRenewed = false } = seen.get(lease) ?? {};
    if (isRenewed) return ok('leases', `The process ${owner} has the lease of ${lease}.`);
    const said =
      owner === ''
        ? `No process has the lease of ${lease}.`
        : `The process ${owner} does not renew the lease of ${lease}.`;
    return runs ? wrong('leases', said, `Start a process with the role ${lease}.`) : note('leases', said);
  });
}
