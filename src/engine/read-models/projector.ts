import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { type Subscription, subscribe } from '../log/subscription.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import type { FoldProgress } from './building/fold-progress.js';
import type { CaughtUp } from './caught-up.js';
import { checkpointName, levelName } from './checkpoints.js';
import { LastApplied } from './last-applied.js';
import { rebuildForeign, recordLogIdentity } from './log-identity.js';
import type { ModelReaders } from './model-readers.js';
import type { Parked, Parking } from './parking.js';
import { groupOf, type ProjectionGroup, ProjectionWriter } from './projection-writer.js';
import { retryParked } from './retry-parked.js';

const PAGE = 500;
const PATIENCE_MS = 1_000;
const DROP_PAUSE_MS = 30_000;
const GATHERED = 256;
const GATHER_MS = 25;

/** Between two failures: everything that is remembered was read or committed since the first of them. */
interface Life {
  readonly writer: ProjectionWriter;
  readonly level: ProjectionGroup;
}

/** Where a projector reports to. */
export interface ProjectorReports {
  readonly rebuilt?: (reason: string) => void;
  readonly progress?: Pick<FoldProgress, 'begin' | 'folded' | 'end' | 'stop'>;
}

/** Folds the log into the read models: rows and checkpoints in one commit. */
export class Projector {
  private life: Life | undefined;
  private subscription: Subscription | undefined;
  private starts = 0;
  private dropping: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly projections: readonly AnyProjection[],
    private readonly parking: Parking,
    private readonly caughtUp: CaughtUp,
    private readonly failed: (name: string, error: unknown) => void,
    private readonly readers?: Pick<ModelReaders, 'readOther'>,
    private readonly tell: ProjectorReports = {},
  ) {}

  /** Resolves when every read model has applied all that was in the log. */
  async start(): Promise<void> {
    const start = ++this.starts;
    const isCurrent = () => start === this.starts;
    await this.documents.prepare(this.projections);
    await rebuildForeign(this.log, this.documents, this.projections, this.tell.rebuilt);
    await recordLogIdentity(this.log, this.documents);
    const parked = await this.parkedHere();
    this.tell.progress?.begin(await this.positionsToFold());
    await this.begin(parked, isCurrent);
    const head = await this.log.head();
    if (!isCurrent()) return;
    this.subscription = subscribe(
      this.log,
      {
        name: 'projector',
        from: () => this.resume(isCurrent),
        handle: (events) => this.follow(events),
        damaged: (event) => this.passOver(event),
      },
      this.failed,
    );
    while (isCurrent() && !(await this.caughtUp.reached(head, PATIENCE_MS)));
    if (isCurrent()) this.tell.progress?.end();
    await this.dropOthers(isCurrent);
  }

  close(): void {
    this.starts++;
    clearTimeout(this.dropping);
    this.tell.progress?.stop();
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

  /** Versions that other processes still read are dropped later. */
  private async dropOthers(isCurrent: () => boolean): Promise<void> {
    let areLeft = false;
    for (const projection of this.projections) {
      if (!isCurrent()) return;
      if (await this.readers?.readOther(projection)) areLeft = true;
      else await this.documents.dropOthers(projection);
    }
    if (!areLeft || !isCurrent()) return;
    this.dropping = setTimeout(() => {
      this.dropOthers(isCurrent).catch((error) => this.failed('projector', error));
    }, DROP_PAUSE_MS).unref();
  }

  private async resume(isCurrent: () => boolean): Promise<Position> {
    await this.documents.prepare(this.projections);
    return this.begin(this.parking.unclear, isCurrent);
  }

  /** Begins a new life with the store's contents; returns the position to read on from. */
  private async begin(parked: readonly Parked[], isCurrent: () => boolean): Promise<Position> {
    const at = await this.catchUp(isCurrent);
    if (!isCurrent()) return at;
    await retryParked(parked, this.log, this.documents, this.projections, this.parking, at);
    const all = groupOf(this.projections, at);
    const checkpoints = [...all.checkpoints, levelName(this.projections)];
    const level = {
      ...all,
      checkpoints,
      lastApplied: await LastApplied.read(this.documents),
      committed: (position: Position) => this.caughtUp.advance(position),
    };
    this.life = { writer: new ProjectionWriter(this.log, this.documents, this.parking), level };
    return at;
  }

  /** Read models behind the others (new, or of a raised version) are brought level one by one. */
  private async catchUp(isCurrent: () => boolean): Promise<Position> {
    const at = await this.checkpoints();
    const furthest = Math.max(0, ...at.values());
    for (const [projection, position] of at) {
      const own = groupOf([projection], position);
      const writer = new ProjectionWriter(this.log, this.documents, this.parking);
      while (own.at < furthest && isCurrent()) {
        const page = (await this.log.readAll(own.at, PAGE)).filter(({ meta }) => meta.position <= furthest);
        if (page.length === 0) break;
        await this.fold(page, own, writer);
      }
      // The event at the furthest checkpoint is damaged.
      if (own.at < furthest && isCurrent()) await writer.passOver({ id: '', position: furthest }, own);
    }
    if (!isCurrent()) return furthest;
    const name = levelName(this.projections);
    const after = await this.documents.checkpoint(name);
    if (after !== furthest) await this.documents.commit([], [{ name, position: furthest, after }]);
    this.caughtUp.advance(furthest);
    return furthest;
  }

  private async checkpoints(): Promise<ReadonlyMap<AnyProjection, Position>> {
    const at = new Map<AnyProjection, Position>();
    for (const each of this.projections) at.set(each, await this.documents.checkpoint(checkpointName(each)));
    return at;
  }

  /** Read models that are behind are brought level alone, then all are folded together. */
  private async positionsToFold(): Promise<number> {
    const at = [...(await this.checkpoints()).values()];
    const furthest = Math.max(0, ...at);
    return at.reduce((sum, position) => sum + furthest - position, Math.max(0, (await this.log.head()) - furthest));
  }

  private async fold(events: readonly Recorded[], group: ProjectionGroup, writer: ProjectionWriter): Promise<void> {
    const before = group.at;
    await writer.apply(events, group);
    this.tell.progress?.folded(group.at - before, events.length);
  }

  private async passOver(event: EventPlace): Promise<void> {
    if (this.life) await this.life.writer.passOver(event, this.life.level);
  }

  /** A large commit costs less for each event than small ones, so events are gathered while no request waits. */
  private async follow(events: readonly Recorded[]): Promise<void> {
    if (!this.life) return;
    const { writer, level } = this.life;
    await this.fold(events, level, writer);
    if (events.length < GATHERED) await this.caughtUp.whileNobodyWaits(GATHER_MS);
  }
}
