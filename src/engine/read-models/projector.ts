import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { type Subscription, subscribe } from '../log/subscription.js';
import type { CaughtUp } from './caught-up.js';
import { checkpointName, levelName } from './checkpoints.js';
import { DocumentCache } from './document-cache.js';
import { assertSameLog, recordLogIdentity } from './log-identity.js';
import type { ModelReaders } from './model-readers.js';
import { type Parked, type Parking, passesByItself } from './parking.js';
import { ProjectionBatch } from './projection-batch.js';
import { retryParked } from './retry-parked.js';

const PAGE = 2_000;
const PATIENCE_MS = 1_000;
const DROP_PAUSE_MS = 30_000;
const GATHERED = 256;
const GATHER_MS = 25;

/** What is moved together, from where all of it stands. */
interface Group {
  readonly projections: readonly AnyProjection[];
  readonly names: readonly string[];
  readonly byEvent: ReadonlyMap<string, readonly AnyProjection[]>;
  at: Position;
}

/** Folds the log into the read models: rows and checkpoints in one commit. */
export class Projector {
  private readonly cache: DocumentCache;
  private readonly level: Group;
  private subscription: Subscription | undefined;
  private life = 0;
  private dropping: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly projections: readonly AnyProjection[],
    private readonly parking: Parking,
    private readonly caughtUp: CaughtUp,
    private readonly failed: (name: string, error: unknown) => void,
    private readonly readers?: Pick<ModelReaders, 'readOther'>,
  ) {
    this.cache = new DocumentCache(documents);
    this.level = groupOf(projections, 0, levelName(projections));
  }

  /** Kept when every read model has applied all that was in the log when it was called. @throws AheadOfLog, OtherLog */
  async start(): Promise<void> {
    const life = ++this.life;
    await this.documents.prepare(this.projections);
    const parked = await this.parking.load();
    await assertSameLog(this.log, this.documents, this.projections);
    await recordLogIdentity(this.log, this.documents);
    await this.catchUp(life);
    if (life !== this.life) return;
    const head = await this.log.head();
    await retryParked(parked, this.log, this.documents, this.projections, this.parking, this.level.at);
    if (life !== this.life) return;
    this.subscription = subscribe(
      this.log,
      { name: 'projector', from: () => this.resume(), handle: (events) => this.follow(events) },
      this.failed,
    );
    while (life === this.life && !(await this.caughtUp.reached(head, PATIENCE_MS)));
    await this.dropOthers(life);
  }

  close(): void {
    this.life++;
    clearTimeout(this.dropping);
    this.subscription?.close();
  }

  /** Versions that other processes still read are dropped later. */
  private async dropOthers(life: number): Promise<void> {
    let areLeft = false;
    for (const projection of this.projections) {
      if (life !== this.life) return;
      if (await this.readers?.readOther(projection)) areLeft = true;
      else await this.documents.dropOthers(projection);
    }
    if (!areLeft || life !== this.life) return;
    this.dropping = setTimeout(() => {
      this.dropOthers(life).catch((error) => this.failed('projector', error));
    }, DROP_PAUSE_MS).unref();
  }

  /** After a failure nothing that is remembered counts, nor where the checkpoints stood. */
  private async resume(): Promise<Position> {
    this.cache.clear();
    await this.documents.prepare(this.projections);
    await this.catchUp();
    return this.level.at;
  }

  /** Read models behind the others (new, or of a raised version) are brought level one by one. */
  private async catchUp(life = this.life): Promise<void> {
    const at = new Map<AnyProjection, Position>();
    for (const each of this.projections) at.set(each, await this.documents.checkpoint(checkpointName(each)));
    const furthest = Math.max(0, ...at.values());
    for (const [projection, position] of at) {
      const own = groupOf([projection], position);
      while (own.at < furthest && life === this.life) {
        const page = (await this.log.readAll(own.at, PAGE)).filter(({ meta }) => meta.position <= furthest);
        if (page.length === 0) break;
        await this.apply(page, own);
      }
    }
    if (life !== this.life) return;
    const name = levelName(this.projections);
    const after = await this.documents.checkpoint(name);
    if (after !== furthest) await this.documents.commit([], [{ name, position: furthest, after }]);
    this.level.at = furthest;
    this.caughtUp.advance(furthest);
  }

  /** A large commit costs less for each event than small ones, so while nobody waits some are let gather. */
  private async follow(events: readonly Recorded[]): Promise<void> {
    await this.apply(events, this.level);
    if (events.length < GATHERED) await this.caughtUp.whileNobodyWaits(GATHER_MS);
  }

  private async apply(events: readonly Recorded[], group: Group): Promise<void> {
    const position = events.at(-1)?.meta.position;
    if (position === undefined) return;
    const fold = new ProjectionBatch(this.cache, this.parking);
    for (const event of events) {
      for (const projection of group.byEvent.get(event.type) ?? []) {
        const folding = fold.take(projection, event);
        if (folding) await folding;
      }
    }
    try {
      await this.commit([...fold.touched.values()], group, position);
    } catch (error) {
      if (passesByItself(error)) throw error;
      this.cache.clear();
      await this.applyAround(events, group, fold, error);
    }
  }

  private async commit(writes: readonly Write[], group: Group, position: Position): Promise<void> {
    const checkpoints = group.names.map((name) => ({ name, position, after: group.at }));
    await this.documents.commit(writes, checkpoints);
    group.at = position;
    if (group === this.level) this.caughtUp.advance(position);
  }

  /** A document can't be kept: halves until its event is alone, then parks what does not go in. */
  private async applyAround(
    events: readonly Recorded[],
    group: Group,
    fold: ProjectionBatch,
    cause: unknown,
  ): Promise<void> {
    const [event] = events;
    if (events.length > 1 || !event) {
      const half = Math.ceil(events.length / 2);
      await this.apply(events.slice(0, half), group);
      return this.apply(events.slice(half), group);
    }
    const writes = [...fold.touched.values()];
    for (const suspect of writes) {
      const parked = await this.park(suspect, event, cause);
      const others = writes.filter((write) => write !== suspect);
      if (await this.goesIn(others, group, event.meta.position)) return;
      await this.parking.release(parked);
    }
    for (const write of writes) await this.park(write, event, cause);
    await this.commit([], group, event.meta.position);
  }

  private async park({ collection, tenantId, key }: Write, event: Recorded, cause: unknown): Promise<Parked> {
    const projection = collection as AnyProjection;
    const before = await this.documents.reader<unknown>(projection, tenantId).get(key);
    return this.parking.park(projection, key, before, event, cause);
  }

  private async goesIn(writes: readonly Write[], group: Group, position: Position): Promise<boolean> {
    try {
      await this.commit(writes, group, position);
      return true;
    } catch (error) {
      if (passesByItself(error)) throw error;
      return false;
    }
  }
}

function groupOf(projections: readonly AnyProjection[], at: Position, ...more: readonly string[]): Group {
  const byEvent = new Map<string, AnyProjection[]>();
  for (const projection of projections) {
    for (const type of projection.events as readonly string[]) {
      byEvent.set(type, [...(byEvent.get(type) ?? []), projection]);
    }
  }
  return { projections, names: [...projections.map(checkpointName), ...more], byEvent, at };
}
