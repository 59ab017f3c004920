import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { type Subscription, subscribe } from '../log/subscription.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import { ModelBuilder } from './building/model-builder.js';
import type { ModelReaders } from './building/model-readers.js';
import type { BuildProgress, ProjectorOptions } from './building/projector-options.js';
import { ServedVersions } from './building/served-versions.js';
import { type Folding, VersionBuilds } from './building/version-builds.js';
import { VersionDrop } from './building/version-drop.js';
import type { CaughtUp } from './caught-up.js';
import { checkpointName, levelName } from './checkpoints.js';
import { LastApplied } from './last-applied.js';
import { rebuildForeign, recordLogIdentity } from './log-identity.js';
import { retryParked } from './parked/retry-parked.js';
import { readSkips } from './parked/skips.js';
import type { Parked, Parking } from './parking.js';
import { groupOf, type ProjectionGroup, ProjectionWriter, type ProjectorLife } from './projection-writer.js';

const PATIENCE_MS = 1_000;
const GATHERED = 256;
const GATHER_MS = 50;

/** Folds the log into the read models: rows and checkpoints in one commit. */
export class Projector {
  private life: ProjectorLife | undefined;
  private subscription: Subscription | undefined;
  private starts = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly served: ServedVersions;
  private readonly drop: VersionDrop;
  /** Erasures were applied before this process was level: those of earlier processes, or again. */
  private hasErased = false;

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly projections: readonly AnyProjection[],
    private readonly parking: Parking,
    private readonly caughtUp: CaughtUp,
    private readonly failed: (name: string, error: unknown) => void,
    readers?: Pick<ModelReaders, 'readOther'>,
    private readonly options: ProjectorOptions = {},
  ) {
    this.served = options.served ?? new ServedVersions(projections);
    this.drop = new VersionDrop(documents, projections, this.served, readers, (error) => failed('projector', error));
  }

  /**
   * Resolves when every read model that serves has applied all that was in the log. Raised versions whose previous one
   * serves are built afterwards, but for the first page.
   */
  async start(): Promise<void> {
    const start = ++this.starts;
    const isCurrent = () => start === this.starts;
    this.turn = Promise.resolve();
    this.served.isLed = true;
    await this.documents.prepare(this.projections);
    await rebuildForeign(this.log, this.documents, this.projections, this.options.rebuilt);
    await recordLogIdentity(this.log, this.documents);
    await this.served.choose(this.documents);
    const parked = await this.parkedHere();
    this.parking.skips = await readSkips(this.log);
    await this.begin(parked, isCurrent, this.options.starting);
    const head = await this.log.head();
    if (!isCurrent()) return;
    this.subscription = subscribe(
      this.log,
      {
        name: 'projector',
        from: () => this.inTurn(() => this.resume(isCurrent)),
        handle: (events) => this.follow(events),
        damaged: (event) => this.passOver(event),
      },
      this.failed,
    );
    while (isCurrent() && !(await this.caughtUp.reached(head, PATIENCE_MS)));
    if (!isCurrent()) return;
    this.options.starting?.end();
    this.purgeErased();
    const { building, tasks } = this.options;
    const folding = this.folding(isCurrent);
    const builds = new VersionBuilds(
      this.log,
      this.documents,
      this.parking,
      this.served,
      folding,
      building,
      this.failed,
    );
    await builds.begin();
    await this.drop.now(isCurrent);
    if (isCurrent()) await tasks?.start({ ...folding, build: () => void builds.begin() });
  }

  /** An older state of the store had documents in its files that the log has erased since. Nothing waits for it. */
  private purgeErased(): void {
    if (!this.hasErased && !this.life?.writer.hasErased) return;
    this.hasErased = false;
    this.documents.purge().catch((error) => this.failed('projector', error));
  }

  close(): void {
    this.starts++;
    this.served.isLed = false;
    this.options.tasks?.close();
    this.drop.close();
    this.options.starting?.stop();
    this.options.building?.stop();
    this.subscription?.close();
  }

  /** Documents that a log which was put back never stopped are released. */
  private async parkedHere(): Promise<readonly Parked[]> {
    for (const each of await this.parking.load()) {
      const event = await this.log.placeAt(each.position);
      if (event?.id !== each.eventId) await this.parking.release(each);
    }
    return this.parking.all;
  }

  private async resume(isCurrent: () => boolean): Promise<Position> {
    await this.documents.prepare(this.projections);
    return this.begin(this.parking.unclear, isCurrent);
  }

  /** Begins a new life with the store's contents; returns the position to read on from. */
  private async begin(
    parked: readonly Parked[],
    isCurrent: () => boolean,
    progress?: BuildProgress,
  ): Promise<Position> {
    const at = await this.catchUp(isCurrent, progress);
    if (!isCurrent()) return at;
    const built = new Set(this.served.building.map(checkpointName));
    const served = parked.filter(({ readModel }) => !built.has(readModel));
    await retryParked(served, this.log, this.documents, this.folded, this.parking, at);
    this.life = {
      writer: new ProjectionWriter(this.log, this.documents, this.parking),
      level: this.levelGroup(at, await LastApplied.read(this.documents)),
    };
    return at;
  }

  /** The read models that serve, and the second versions that are level. */
  private get folded(): readonly AnyProjection[] {
    return [...this.served.serving, ...this.served.levelBeside];
  }

  /** From now on folded together. */
  private levelGroup(at: Position, lastApplied: LastApplied | undefined): ProjectionGroup {
    const all = groupOf(this.folded, at);
    return {
      ...all,
      checkpoints: [...all.checkpoints, levelName(this.served.serving)],
      ...(lastApplied && { lastApplied }),
      committed: (position: Position) => this.caughtUp.advance(position),
    };
  }

  /** Read models behind the others (new, or of a version without a previous one that can serve) are brought level. */
  private async catchUp(isCurrent: () => boolean, progress?: BuildProgress): Promise<Position> {
    const { serving } = this.served;
    let furthest = 0;
    for (const each of serving) furthest = Math.max(furthest, await this.documents.checkpoint(checkpointName(each)));
    const behind = new ModelBuilder(this.log, this.documents, this.parking, progress);
    await behind.take(serving);
    progress?.begin(behind.positionsTo(furthest) + Math.max(0, (await this.log.head()) - furthest));
    const writer = new ProjectionWriter(this.log, this.documents, this.parking);
    while (isCurrent() && !(await behind.fold(writer, furthest)));
    this.hasErased ||= writer.hasErased;
    if (!isCurrent()) return furthest;
    await this.moveLevel(serving, furthest);
    await this.served.joinLevel(this.documents, furthest);
    this.caughtUp.advance(furthest);
    return furthest;
  }

  private async moveLevel(projections: readonly AnyProjection[], position: Position): Promise<void> {
    const name = levelName(projections);
    const after = await this.documents.checkpoint(name);
    if (after !== position) await this.documents.commit([], [{ name, position, after }]);
  }

  /** Its parts that builds and commands use while it is at work. */
  private folding(isCurrent: () => boolean): Folding {
    return {
      isCurrent,
      life: () => this.life,
      inTurn: (work) => this.inTurn(work),
      relevel: async (isSwitched) => {
        if (!this.life) return;
        const { writer, level } = this.life;
        if (isSwitched) await this.moveLevel(this.projections, level.at);
        if (!isCurrent()) return;
        if (isSwitched) this.served.switch();
        this.life = { writer, level: this.levelGroup(level.at, level.lastApplied) };
        this.drop.later(isCurrent);
      },
    };
  }

  /** Commits documents as of the checkpoint in its turn. False where this process does not project. */
  rewrite(writes: (at: Position) => Promise<readonly Write[]>): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.life) return false;
      const { level } = this.life;
      await this.documents.prepare(this.served.serving);
      await this.documents.commit(await writes(level.at), []);
      this.life = { writer: new ProjectionWriter(this.log, this.documents, this.parking), level };
      return true;
    });
  }

  private async passOver(event: EventPlace): Promise<void> {
    await this.inTurn(async () => this.life?.writer.passOver(event, this.life.level));
  }

  /** A large commit costs less for each event than small ones, so events are gathered while no request waits. */
  private async follow(events: readonly Recorded[]): Promise<void> {
    await this.inTurn(async () => {
      if (!this.life) return;
      const { writer, level } = this.life;
      const before = level.at;
      await writer.apply(events, level);
      this.options.starting?.folded(level.at - before, events.length);
    });
    if (events.length < GATHERED) await this.caughtUp.whileNobodyWaits(GATHER_MS);
  }

  /** Events, the switch and a new life come one after the other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}
