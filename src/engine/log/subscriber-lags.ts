import type { Position } from '../../kernel/event.js';
import { epochMs, SECOND } from '../../kernel/instant.js';
import { sharedCall } from '../../lib/shared-call.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventLog } from './event-log.js';
import { storedCheckpoints } from './subscription-checkpoint.js';

/** How far a subscriber is behind the end of the log. */
export interface SubscriberLag {
  /** Events that it has not handled; at most MOST_EVENTS. */
  readonly events: number;
  /** Age of the first of them that this version can read. */
  readonly seconds: number;
}

/** More are not counted. */
export const MOST_EVENTS = 1_000;
const PAGE = 200;

/** Lags of the subscribers of this process, and by their checkpoints of those that run elsewhere or nowhere. */
export class SubscriberLags {
  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
  ) {}

  /** Calls at the same time share one reading of the log. @throws StoreUnavailable */
  readonly read = sharedCall(() => this.readNow());

  private async readNow(): Promise<ReadonlyMap<string, SubscriberLag>> {
    const head = await this.log.head();
    const lags = new Map<string, SubscriberLag>();
    const known = new Map<Position, SubscriberLag>();
    for (const [name, position] of await this.positions()) {
      const lag = position >= head ? { events: 0, seconds: 0 } : (known.get(position) ?? (await this.after(position)));
      known.set(position, lag);
      lags.set(name, lag);
    }
    return lags;
  }

  private async positions(): Promise<ReadonlyMap<string, Position>> {
    const checkpoints = await storedCheckpoints(this.operations);
    return new Map([...checkpoints.map(({ key, value }) => [key.id, value.position] as const), ...this.log.progress]);
  }

  private async after(position: Position): Promise<SubscriberLag> {
    let [events, oldest, after] = [0, Number.POSITIVE_INFINITY, position];
    while (events < MOST_EVENTS) {
      const page = await this.log.readableAll(after, PAGE);
      if (!page.last) break;
      const [first] = page.events;
      if (first) oldest = Math.min(oldest, epochMs(first.meta.at));
      events += page.events.length + page.unreadable.length;
      after = page.last.position;
    }
    const seconds = Math.max(0, (epochMs(this.clock.now()) - oldest) / SECOND);
    return { events: Math.min(events, MOST_EVENTS), seconds };
  }
}
