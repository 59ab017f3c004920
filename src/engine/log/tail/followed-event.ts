import type { Recorded } from '../../../kernel/event.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { UnknownEvent } from '../codec.js';
import type { DamagedEvent } from '../damaged-events.js';

/** An event as subscribers are handed it; UnknownEvent where a newer version wrote it, DamagedEvent where it cannot be decoded. */
export interface FollowedEvent {
  readonly stored: Stored;
  readonly event: Recorded | UnknownEvent | DamagedEvent;
}

/** An event of a tail that opens events of some types only; undefined: it is of another type. */
export interface TailedEvent {
  readonly stored: Stored;
  readonly event: FollowedEvent['event'] | undefined;
}

export type HandOver<E> = (events: readonly E[]) => Promise<void> | void;

/** An event by its id, stream and version, and by its position, which a copy of the log does not keep. */
export type EventPlace = Pick<Stored, 'id' | 'stream' | 'version' | 'position'>;

export const placeOf = ({ id, stream, version, position }: Stored): EventPlace => ({ id, stream, version, position });
