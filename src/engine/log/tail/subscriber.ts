import type { Position, Recorded } from '../../../kernel/event.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { UnreadableEvent } from '../event-log.js';
import type { EventPlace } from './followed-event.js';

export interface Subscriber {
  readonly name: string;
  /** Event types that it handles. Left out: all. */
  readonly types?: readonly string[];
  /** Position of the last event it has applied; read at the start and after every failure. */
  from(): Promise<Position>;
  handle(events: readonly Recorded[]): Promise<unknown> | unknown;
  /** Takes all events as the store keeps them, those too that cannot be read. With it `handle` is not called. */
  stored?(events: readonly Stored[]): Promise<void>;
  /** All events up to `last` were handled or are of other types: `count` more than at the call before. */
  reached?(last: EventPlace, count: number): void;
  /** Takes an event that this version cannot read and goes on. Without it the subscriber stops at such an event. */
  unknown?(event: UnreadableEvent): Promise<void> | void;
  /** A damaged event was passed over, or one that cannot be handled because an event of its stream is damaged. */
  damaged?(event: EventPlace): Promise<void> | void;
}
