import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { ServedDocuments } from '../../../../src/engine/read-models/building/served-documents.js';
import { ServedVersions } from '../../../../src/engine/read-models/building/served-versions.js';
import { CaughtUp } from '../../../../src/engine/read-models/caught-up.js';
import { ParkedEvents } from '../../../../src/engine/read-models/parked/parked-events.js';
import { Parking } from '../../../../src/engine/read-models/parking.js';
import { Projector } from '../../../../src/engine/read-models/projector.js';
import { AskTasks, type Done } from '../../../../src/engine/read-models/tasks/ask-tasks.js';
import { Generations } from '../../../../src/engine/read-models/tasks/generations.js';
import { type ModelState, ReadModels } from '../../../../src/engine/read-models/tasks/model-states.js';
import type { TaskWord } from '../../../../src/engine/read-models/tasks/model-task.js';
import { ModelTasks } from '../../../../src/engine/read-models/tasks/model-tasks.js';
import { ParkedWork } from '../../../../src/engine/read-models/tasks/parked-work.js';
import type { AnyProjection } from '../../../../src/kernel/projection.js';
import { TENANT } from '../../../support/given/given.js';
import type { CounterDoc, counters } from '../../commands/counter.js';
import type { BeforeCommit, GivenLog } from './raised-versions.fixture.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A process that folds and does what operators ask, on stores that outlive it. */
export async function operated(
  { log, stored, operations }: GivenLog,
  projection: AnyProjection,
  before: BeforeCommit = () => {},
) {
  const served = new ServedVersions([projection]);
  const documents = new ServedDocuments(stored, served);
  const commit = documents.commit.bind(documents);
  documents.commit = async (writes, checkpoints) => {
    await before(writes, checkpoints);
    await commit(writes, checkpoints);
  };
  const failures: unknown[] = [];
  const failed = (_: string, error: unknown) => void failures.push(error);
  const parking = new Parking(operations, systemClock, quiet);
  const events = new ParkedEvents(operations, systemClock);
  const work = {
    generations: new Generations(documents, served, parking),
    parked: new ParkedWork(log, documents, served, parking, events),
  };
  const tasks = new ModelTasks(
    { log, documents, operations, clock: systemClock },
    served,
    parking,
    events,
    work,
    failed,
  );
  const caughtUp = new CaughtUp();
  const projector = new Projector(log, documents, [projection], parking, caughtUp, failed, undefined, {
    served,
    tasks,
  });
  await projector.start();
  const models = new ReadModels(documents, served, [projection]);
  const asks = new AskTasks(operations, systemClock, systemIds);
  const state = async (): Promise<Partial<ModelState>> => (await models.state(projection.name)) ?? {};
  return {
    served,
    documents,
    projector,
    caughtUp,
    parking,
    events,
    failures,
    state,
    ask: async (what: TaskWord, of = projection.name): Promise<Done> => {
      const asking = asks.ask(what, of, AbortSignal.timeout(20_000));
      for (;;) {
        const { value, done } = await asking.next();
        if (done) return value;
      }
    },
    read: (id = 'c0'): Promise<CounterDoc | undefined> =>
      documents.reader(projection as ReturnType<typeof counters>, TENANT).get(id),
  };
}
