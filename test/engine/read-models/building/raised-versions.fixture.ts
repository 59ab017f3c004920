import { SqliteDocumentStore } from '../../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../../../src/engine/log/event-log.js';
import { FoldProgress } from '../../../../src/engine/read-models/building/fold-progress.js';
import { ServedDocuments } from '../../../../src/engine/read-models/building/served-documents.js';
import { ServedVersions } from '../../../../src/engine/read-models/building/served-versions.js';
import { CaughtUp } from '../../../../src/engine/read-models/caught-up.js';
import { Parking } from '../../../../src/engine/read-models/parking.js';
import { Projector } from '../../../../src/engine/read-models/projector.js';
import type { AnyProjection, Checkpoint } from '../../../../src/kernel/projection.js';
import type { Write } from '../../../../src/ports/stores/document-store.js';
import { TENANT } from '../../../support/given/given.js';
import { Count, type CounterDoc, counterDecider, counters, meta, openLog } from '../../commands/counter.js';

/** More than a page, so that a start does not build them all. */
export const EVENTS = 1_200;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export type BeforeCommit = (writes: readonly Write[], checkpoints: readonly Checkpoint[]) => Promise<void> | void;

/** A process that folds the log into one read model, on stores that outlive it. */
export async function projecting(
  { log, stored, operations }: GivenLog,
  projection: AnyProjection,
  beforeCommit: BeforeCommit = () => {},
) {
  const served = new ServedVersions([projection]);
  const documents = new ServedDocuments(stored, served);
  const commit = documents.commit.bind(documents);
  const commits: (readonly Write[])[] = [];
  documents.commit = async (writes, checkpoints) => {
    await beforeCommit(writes, checkpoints);
    await commit(writes, checkpoints);
    commits.push(writes);
  };
  const caughtUp = new CaughtUp();
  const failures: unknown[] = [];
  const building = new FoldProgress('They', systemClock, quiet);
  const parking = new Parking(operations, systemClock, quiet);
  const projector = new Projector(
    log,
    documents,
    [projection],
    parking,
    caughtUp,
    (_, error) => failures.push(error),
    undefined,
    { served, building },
  );
  await projector.start();
  return {
    projector,
    served,
    building,
    caughtUp,
    failures,
    parking,
    /** Documents that were written in this version. */
    written: (version: number) => commits.flat().filter(({ collection }) => collection.version === version).length,
    /** What a request reads. */
    read: (id = 'c0'): Promise<CounterDoc | undefined> =>
      documents.reader(projection as ReturnType<typeof counters>, TENANT).get(id),
    count: () => documents.reader(projection, TENANT).count({}),
    documents,
  };
}

/** Without an id, three counters in turn. */
export async function countUp(log: EventLog, times: number, id?: string): Promise<number> {
  const runner = new CommandRunner(log, systemIds, systemClock);
  let position = 0;
  for (let i = 0; i < times; i++) {
    position = (await runner.run(counterDecider, new Count(id ?? `c${i % 3}`, {}, meta()))).position;
  }
  return position;
}

export interface GivenLog {
  readonly log: EventLog;
  readonly stored: SqliteDocumentStore;
  readonly operations: SqliteOperationalStore;
}

/** A log of EVENTS events, whose read model of version 1 is complete. */
export async function givenVersionOne(projection: AnyProjection = counters()): Promise<GivenLog> {
  const { log } = openLog();
  await countUp(log, EVENTS);
  const given = {
    log,
    stored: new SqliteDocumentStore(':memory:'),
    operations: new SqliteOperationalStore(':memory:'),
  };
  (await projecting(given, projection)).projector.close();
  return given;
}

/** Holds back the commits that write a version, from the n-th on, until it is opened. */
export function gate(version: number, from: number) {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let n = 0;
  const beforeCommit: BeforeCommit = (writes) => {
    if (!writes.some(({ collection }) => collection.version === version) || ++n < from) return;
    reached.resolve();
    return promise;
  };
  return { beforeCommit, open, reached: reached.promise };
}
