import { FAR_FUTURE, type Instant } from '../../../kernel/instant.js';
import { skippedId } from '../../../kernel/parked/skip.js';
import { NO_TENANT } from '../../../kernel/stream.js';
import type { Clock } from '../../../ports/process/clock.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import type { DamagedEvent, DamagedEvents } from '../../log/damaged-events.js';
import type { EventLog } from '../../log/event-log.js';
import { MissingKey } from '../../log/sealing/sealed-events.js';

const KIND = 'parked-event';
const MOST = 10_000;

/** An event that cannot be decoded, so that every read model passes it over. */
export interface ParkedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly error: string;
  readonly at: Instant;
}

const keyOf = (eventId: string) => ({ tenantId: NO_TENANT, kind: KIND, id: eventId });

/** Says nothing of the content. */
const errorOf = ({ cause }: DamagedEvent): string => {
  if (cause instanceof MissingKey) return 'its key is lost';
  if (cause instanceof SyntaxError) return 'its content is not JSON';
  return 'its content cannot be decoded';
};

/** Every event that was found damaged, across starts, until it can be decoded or is skipped. */
export class ParkedEvents {
  private readonly parked = new Map<string, ParkedEvent>();
  private noted = 0;

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.parked.size;
  }

  get(eventId: string): ParkedEvent | undefined {
    return this.parked.get(eventId);
  }

  /** Releases those that the log has no more. */
  async load(log: Pick<EventLog, 'placeAt'>): Promise<void> {
    this.parked.clear();
    this.noted = 0;
    for (const { value } of await this.operations.due<ParkedEvent>(KIND, FAR_FUTURE, MOST)) {
      const found = await log.placeAt(value.position);
      if (found?.id === value.eventId) this.parked.set(value.eventId, value);
      else await this.operations.remove(keyOf(value.eventId));
    }
  }

  /** Keeps what was found damaged since the last call. */
  async note(damaged: Pick<DamagedEvents, 'size' | 'all'>, skips: ReadonlySet<string>): Promise<void> {
    if (damaged.size === this.noted) return;
    const all = damaged.all.slice(0, MOST);
    for (const each of all) {
      const { id: eventId, type, stream, version, position } = each.place;
      if (this.parked.has(eventId) || skips.has(skippedId({ eventId }))) continue;
      const at = this.clock.now();
      const parked: ParkedEvent = { eventId, type, stream, version, position, error: errorOf(each), at };
      await this.operations.put(keyOf(eventId), parked, { due: at });
      this.parked.set(eventId, parked);
    }
    this.noted = all.length;
  }

  async release(eventId: string): Promise<void> {
    await this.operations.remove(keyOf(eventId));
    this.parked.delete(eventId);
  }
}
