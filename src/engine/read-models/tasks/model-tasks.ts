import { FAR_FUTURE } from '../../../kernel/instant.js';
import type { Clock } from '../../../ports/process/clock.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { Entry, OperationalStore } from '../../../ports/stores/operational-store.js';
import type { EventLog } from '../../log/event-log.js';
import type { ProjectorAtWork } from '../building/projector-options.js';
import type { ServedVersions } from '../building/served-versions.js';
import type { ParkedEvents } from '../parked/parked-events.js';
import type { Parking } from '../parking.js';
import { compareVersions } from './compare-versions.js';
import type { Generations } from './generations.js';
import { type ModelTask, TASK_KIND, type TaskOutcome, TaskRefused, taskDue } from './model-task.js';
import type { ParkedWork } from './parked-work.js';

const LOOK_MS = 200;
const MOST = 20;
/** A comparison says how far it is. */
const TELL_MS = 1_000;

interface Stores {
  readonly log: EventLog;
  readonly documents: DocumentStore;
  readonly operations: OperationalStore;
  readonly clock: Clock;
}

/** Does what operators ask of read models, in the one process whose projector is at work. */
export class ModelTasks {
  private timer: NodeJS.Timeout | undefined;
  private atWork: ProjectorAtWork | undefined;

  constructor(
    private readonly stores: Stores,
    private readonly served: ServedVersions,
    private readonly parking: Parking,
    private readonly events: ParkedEvents,
    private readonly work: { readonly generations: Generations; readonly parked: ParkedWork },
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  async start(atWork: ProjectorAtWork): Promise<void> {
    this.atWork = atWork;
    await this.events.load(this.stores.log);
    this.lookLater();
  }

  close(): void {
    this.atWork = undefined;
    clearTimeout(this.timer);
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.look()
        .catch((error) => this.failed(TASK_KIND, error))
        .finally(() => this.atWork?.isCurrent() && this.lookLater());
    }, LOOK_MS).unref();
  }

  private async look(): Promise<void> {
    const { atWork } = this;
    if (!atWork) return;
    await this.events.note(this.stores.log.damaged, this.parking.skips);
    const entries = await this.stores.operations.due<ModelTask>(TASK_KIND, FAR_FUTURE, MOST);
    for (const entry of entries) if (!entry.value.isTaken && atWork.isCurrent()) await this.take(entry, atWork);
  }

  private async take({ key, value, revision }: Entry<ModelTask>, atWork: ProjectorAtWork): Promise<void> {
    const due = taskDue(this.stores.clock.now());
    const put = (task: ModelTask, expected?: number) =>
      this.stores.operations.put(key, task, { due, ...(expected === undefined ? {} : { expected }) });
    const taken: ModelTask = { ...value, isTaken: true };
    if (!(await put(taken, revision))) return;
    const outcome = await this.outcomeOf(value, atWork, (done) => put({ ...taken, done }));
    if (await this.stores.operations.get(key)) await put({ ...taken, outcome });
  }

  private async outcomeOf(
    { what, of }: ModelTask,
    atWork: ProjectorAtWork,
    told: (done: number) => Promise<unknown>,
  ): Promise<TaskOutcome> {
    const { generations, parked } = this.work;
    try {
      if (what === 'compare') return await this.compare(of, atWork, told);
      if (what === 'retry' || what === 'skip') return { said: await parked[what](of, atWork) };
      return { version: await generations[what](of, atWork) };
    } catch (error) {
      if (!(error instanceof TaskRefused)) this.failed(TASK_KIND, error);
      return { refused: (error as Error).message };
    }
  }

  private async compare(
    name: string,
    { inTurn, isCurrent }: ProjectorAtWork,
    told: (done: number) => Promise<unknown>,
  ): Promise<TaskOutcome> {
    const { documents, clock } = this.stores;
    const found = this.served.get(name);
    const beside = found?.beside;
    if (!found || !beside || !this.served.levelBeside.includes(beside))
      throw new TaskRefused(`${name} has no second copy that is complete.`);
    let toldMs = clock.monotonic();
    const tell = async (done: number) => {
      if (clock.monotonic() - toldMs < TELL_MS) return;
      toldMs = clock.monotonic();
      await told(done);
    };
    const both = { old: found.serving, young: beside };
    const comparison = await compareVersions({ documents, ...both, inTurn, isCurrent, told: tell });
    if (!isCurrent()) throw new TaskRefused('The projector ended meanwhile. Try again.');
    return { version: beside.version, ...comparison };
  }
}
