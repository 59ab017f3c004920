import type { Recorded } from '../../kernel/event.js';
import { FAR_FUTURE, type Instant } from '../../kernel/instant.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { Clock } from '../../ports/clock.js';
import { CheckpointConflict } from '../../ports/document-store.js';
import { StoreUnavailable } from '../../ports/event-store.js';
import type { Logger } from '../../ports/logger.js';
import type { OperationalKey, OperationalStore } from '../../ports/operational-store.js';
import { checkpointName } from './checkpoints.js';

const MOST = 10_000;

/** Nothing is wrong with a document: the store is away, or someone else writes now. */
export const passesByItself = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof CheckpointConflict;

/** A document whose fold failed: it stays as it was before the event, until a start whose code can fold it. */
export interface Parked {
  /** Of the read model, as its checkpoint. */
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

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get size(): number {
    return this.parked.size;
  }

  has(id: string): boolean {
    return this.parked.size > 0 && this.parked.has(id);
  }

  /** What earlier lives of this or another process parked. */
  async load(): Promise<readonly Parked[]> {
    this.parked.clear();
    for (const { value } of await this.operations.due<Parked>('parked', FAR_FUTURE, MOST))
      this.parked.set(idOf(value), value);
    return [...this.parked.values()];
  }

  /** Durable when kept; the document may be passed over then. */
  async park(
    collection: AnyProjection,
    key: string,
    before: unknown,
    event: Recorded,
    cause: unknown,
  ): Promise<Parked> {
    const { tenantId, id: eventId, position } = event.meta;
    const error = cause instanceof Error ? cause.message : String(cause);
    const at = this.clock.now();
    const readModel = checkpointName(collection);
    const parked: Parked = { readModel, tenantId, key, before, eventId, position, error, at };
    await this.operations.put(ledgerKey(parked), parked, { due: at });
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

  async release(parked: Parked): Promise<void> {
    await this.operations.remove(ledgerKey(parked));
    this.parked.delete(idOf(parked));
  }
}

/** As the projector names a document. */
export const documentId = (readModel: string, tenantId: string, key: string): string =>
  `${readModel}/${tenantId}/${key}`;

const idOf = ({ readModel, tenantId, key }: Parked): string => documentId(readModel, tenantId, key);

const ledgerKey = ({ readModel, tenantId, key }: Parked): OperationalKey => ({
  tenantId,
  kind: 'parked',
  id: `${readModel}/${key}`,
});
