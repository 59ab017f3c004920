import { erasureTypes, isErasure, isTenantErasure, type TenantErasureEvent } from '../../kernel/erasure.js';
import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import { checkpointName } from './checkpoints.js';
import { DocumentCache } from './document-cache.js';
import { erasedDocuments } from './erased-documents.js';
import { tenantDocuments } from './erasing/tenant-documents.js';
import type { LastApplied } from './last-applied.js';
import { type Parking, passesByItself, type Unfoldable } from './parking.js';
import { ProjectionBatch } from './projection-batch.js';

/** A commit holds the event loop while it lasts, so a batch ends behind the event that reaches one of these bounds. */
const BATCH_BYTES = 1_048_576;
const BATCH_EVENTS = 256;

/** Projections that advance together, and the position of all their checkpoints. */
export interface ProjectionGroup {
  readonly checkpoints: readonly string[];
  readonly projections: readonly AnyProjection[];
  readonly byEvent: ReadonlyMap<string, readonly AnyProjection[]>;
  at: Position;
  readonly lastApplied?: LastApplied;
  readonly committed?: (position: Position) => void;
}

/** The last event of a commit. */
type CommitPlace = Pick<EventPlace, 'id' | 'position'>;

/**
 * Writes read models for one life of the projector. It alone commits documents, checkpoints and parked documents, and
 * it caches only committed documents. After an error a new writer starts with an empty cache.
 */
export class ProjectionWriter {
  /** It applied an erasure. */
  hasErased = false;
  private readonly cache: DocumentCache;

  constructor(
    private readonly log: Pick<EventLog, 'readablePage'>,
    private readonly documents: DocumentStore,
    private readonly parking: Parking,
  ) {
    this.cache = new DocumentCache(documents);
  }

  /** Documents were written without it. */
  forget(): void {
    this.cache.clear();
  }

  /** @param until a later position, behind which the next events are. @throws StoreUnavailable, CheckpointConflict */
  async apply(events: readonly Recorded[], group: ProjectionGroup, until: Position = 0): Promise<void> {
    let batch = new ProjectionBatch(this.cache, this.parking);
    let first = 0;
    for (const [n, event] of events.entries()) {
      if (isErasure(event) || isTenantErasure(event)) this.hasErased = true;
      if (isTenantErasure(event)) {
        // The documents of earlier events of the batch are found once they are stored.
        if (n > first) await this.applyBatch(batch, events.slice(first, n), group);
        batch = await this.eraseTenant(event, group);
        first = n;
      }
      for (const projection of group.byEvent.get(event.type) ?? []) {
        const folding = batch.take(projection, event);
        if (folding) await folding;
      }
      if (isErasure(event)) {
        for (const { projection, key, left } of await erasedDocuments(this.log, event, group.projections)) {
          if (event.data.participantId === undefined) batch.remove(projection, key, event);
          else await batch.change(projection, key, event, left);
        }
      }
      const isLast = n === events.length - 1;
      const isFull = batch.bytes >= BATCH_BYTES || n - first >= BATCH_EVENTS - 1;
      if (!isFull && !isLast) continue;
      await this.applyBatch(batch, events.slice(first, n + 1), group, isLast ? until : 0);
      if (isLast) return;
      batch = new ProjectionBatch(this.cache, this.parking);
      first = n + 1;
    }
  }

  /** Removes the next documents of the tenant with the event itself, and all others before it where it is the last one. */
  private async eraseTenant(event: Recorded<TenantErasureEvent>, group: ProjectionGroup): Promise<ProjectionBatch> {
    const { tenantId } = event.meta;
    for (;;) {
      const batch = new ProjectionBatch(this.cache, this.parking);
      const found = await tenantDocuments(this.documents, tenantId, group.projections);
      for (const { projection, key } of found) batch.remove(projection, key, event);
      if (event.type !== 'TenantErased' || found.length === 0) return batch;
      const here = group.checkpoints.map((name) => ({ name, position: group.at, after: group.at }));
      await this.documents.commit(batch.writes, here);
      batch.settle();
      await this.parking.forget(batch.removed);
    }
  }

  private async applyBatch(
    batch: ProjectionBatch,
    events: readonly Recorded[],
    group: ProjectionGroup,
    until: Position = 0,
  ): Promise<void> {
    const last = events.at(-1)?.meta;
    try {
      for (const each of batch.unfoldable) await this.parking.park(each);
      if (last) await this.commit(batch.writes, group, { id: last.id, position: Math.max(last.position, until) });
      batch.settle();
      await this.parking.forget(batch.removed);
    } catch (error) {
      if (passesByItself(error)) throw error;
      await this.applyAround(events, group, batch.writes, error);
    }
  }

  /** A document cannot be stored: halves the batch until its event is alone, then parks the document. */
  private async applyAround(
    events: readonly Recorded[],
    group: ProjectionGroup,
    writes: readonly Write[],
    cause: unknown,
  ): Promise<void> {
    const [event] = events;
    if (events.length > 1 || !event) {
      const half = Math.ceil(events.length / 2);
      await this.apply(events.slice(0, half), group);
      return this.apply(events.slice(half), group);
    }
    const unfoldable: Unfoldable[] = [];
    for (const write of writes) unfoldable.push(await this.unstorable(write, event, cause));
    for (const [n, suspect] of unfoldable.entries()) {
      const parked = await this.parking.suspect(suspect);
      if (await this.isStored(writes.toSpliced(n, 1), group, event)) return this.parking.confirm(parked);
      await this.parking.release(parked);
    }
    for (const each of unfoldable) await this.parking.park(each);
    await this.commit([], group, event.meta);
  }

  private async unstorable({ collection, tenantId, key }: Write, event: Recorded, cause: unknown): Promise<Unfoldable> {
    const projection = collection as AnyProjection;
    const before = await this.documents.reader<unknown>(projection, tenantId).get(key);
    return { projection, key, before, event, cause };
  }

  private async isStored(writes: readonly Write[], group: ProjectionGroup, last: Recorded): Promise<boolean> {
    try {
      await this.commit(writes, group, last.meta);
      return true;
    } catch (error) {
      if (passesByItself(error)) throw error;
      return false;
    }
  }

  /** Advances over an event that cannot be decoded. */
  passOver(event: CommitPlace, group: ProjectionGroup): Promise<void> {
    return event.position > group.at ? this.commit([], group, event) : Promise.resolve();
  }

  private async commit(writes: readonly Write[], group: ProjectionGroup, { position, id }: CommitPlace): Promise<void> {
    const moved = group.checkpoints.map((name) => ({ name, position, after: group.at }));
    const checkpoints = [...moved, ...(group.lastApplied?.moved(position, id) ?? [])];
    try {
      await this.documents.commit(writes, checkpoints);
    } catch (error) {
      this.cache.clear();
      throw error;
    }
    group.at = position;
    group.lastApplied?.committed();
    group.committed?.(position);
  }
}

/** Events that change documents of the group. */
export const foldedTypes = ({ byEvent }: ProjectionGroup): ReadonlySet<string> =>
  new Set([...byEvent.keys(), ...erasureTypes]);

/** Between two failures: everything that is remembered was read or committed since the first of them. */
export interface ProjectorLife {
  readonly writer: ProjectionWriter;
  readonly level: ProjectionGroup;
}

export function groupOf(projections: readonly AnyProjection[], at: Position): ProjectionGroup {
  const byEvent = new Map<string, AnyProjection[]>();
  for (const projection of projections) {
    for (const type of projection.events as readonly string[]) {
      byEvent.set(type, [...(byEvent.get(type) ?? []), projection]);
    }
  }
  return { checkpoints: projections.map(checkpointName), projections, byEvent, at };
}
