import type { Position, Recorded } from '../../kernel/event.js';
import { FAR_FUTURE, type Instant } from '../../kernel/instant.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import { CheckpointConflict } from '../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { checkpointName } from './checkpoints.js';
import { isSkipped } from './parked/skips.js';

const MOST = 10_000;

/** Nothing is wrong with a document: the store is away, or someone else writes now. */
export const passesByItself = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof CheckpointConflict;

/** A document that an event cannot be folded into, or that cannot be stored after it. */
export interface Unfoldable {
  readonly projection: AnyProjection;
  readonly key: string;
  readonly before: unknown;
  readonly event: Recorded;
  readonly cause: unknown;
}

/** A document whose fold failed: it stays as it was before the event, until a start whose code can fold it. */
export interface Parked {
  /** Name of the read model's checkpoint. */
  readonly readModel: string;
  readonly tenantId: string;
  readonly key: string;
  readonly before: unknown;
  readonly eventId: string;
  readonly position: number;
  readonly error: string;
  readonly at: Instant;
}

/** One bad event stops one document of one read model, never the others. */
export class Parking {
  private readonly parked = new Map<string, Parked>();
  private readonly suspects = new Set<Parked>();
  /** Events that operators pass over for good. */
  skips: ReadonlySet<string> = new Set();

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get size(): number {
    return this.parked.size;
  }

  get all(): readonly Parked[] {
    return [...this.parked.values()];
  }

  /** Parked documents whose guilt is unknown, because a commit ended without an answer. The next life retries them. */
  get unclear(): readonly Parked[] {
    return [...this.suspects];
  }

  /** True from the event on that the document was parked at; the events before it are folded, again if need be. */
  stops(id: string, position: Position): boolean {
    const parked = this.parked.size > 0 ? this.parked.get(id) : undefined;
    return parked !== undefined && parked.position <= position;
  }

  /** The read model passes the event over, in a rebuild too. */
  isSkipped(projection: AnyProjection, event: Recorded): boolean {
    return isSkipped(this.skips, projection, event);
  }

  /** Reads what earlier lives of this or another process parked. */
  async load(): Promise<readonly Parked[]> {
    const stored = await this.operations.due<Parked>('parked', FAR_FUTURE, MOST);
    this.parked.clear();
    this.suspects.clear();
    for (const { value } of stored) this.parked.set(idOf(value), value);
    return [...this.parked.values()];
  }

  /** Durable when it resolves. Comes before the commit that passes the event over; that commit may still fail. */
  async park({ projection, key, before, event, cause }: Unfoldable): Promise<Parked> {
    const { tenantId, id: eventId, position } = event.meta;
    const error = cause instanceof Error ? cause.message : String(cause);
    const at = this.clock.now();
    const readModel = checkpointName(projection);
    const parked: Parked = { readModel, tenantId, key, before, eventId, position, error, at };
    await this.operations.put(entryKey(parked), parked, { due: at });
    this.parked.set(idOf(parked), parked);
    const about = {
      read_model: readModel,
      tenant_id: tenantId,
      key,
      event_id: eventId,
      event_type: event.type,
      position,
    };
    this.logger.error(
      { ...about, err: cause },
      'The projection failed on an event: the document is parked and keeps its last state',
    );
    return parked;
  }

  /** Parks one of several documents that may have made a commit fail. */
  async suspect(unfoldable: Unfoldable): Promise<Parked> {
    const parked = await this.park(unfoldable);
    this.suspects.add(parked);
    return parked;
  }

  /** Without the document the commit was stored. */
  confirm(parked: Parked): void {
    this.suspects.delete(parked);
  }

  /** The documents of these ids exist no more. */
  async forget(ids: readonly string[]): Promise<void> {
    if (this.parked.size === 0) return;
    for (const id of ids) {
      const parked = this.parked.get(id);
      if (parked) await this.release(parked);
    }
  }

  async release(parked: Parked): Promise<void> {
    await this.operations.remove(entryKey(parked));
    this.parked.delete(idOf(parked));
    this.suspects.delete(parked);
  }
}

/** As the projector names a document. */
export const documentId = (readModel: string, tenantId: string, key: string): string =>
  `${readModel}/${tenantId}/${key}`;

const idOf = ({ readModel, tenantId, key }: Parked): string => documentId(readModel, tenantId, key);

const entryKey = ({ readModel, tenantId, key }: Parked): OperationalKey => ({
  tenantId,
  kind: 'parked',
  id: `${readModel}/${key}`,
});
