import type { Position, Recorded } from '../../kernel/event.js';
import type { Tail } from '../../ports/event-store.js';
import type { EventLog } from './event-log.js';

const FIRST_PAUSE_MS = 100;
/** A store that comes back is noticed within seconds, all of what follows the log included. */
const LONGEST_PAUSE_MS = 1_000;

export interface Subscriber {
  readonly name: string;
  /** The position it has applied and remembered; asked anew after every failure. */
  from(): Promise<Position>;
  handle(events: readonly Recorded[]): Promise<void> | void;
}

export interface Subscription {
  close(): void;
}

/** Follows the log for ever: after a failure again from what the subscriber has applied, with growing pauses. */
export function subscribe(
  log: EventLog,
  subscriber: Subscriber,
  failed: (name: string, error: unknown) => void,
): Subscription {
  let tail: Tail | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let pause = FIRST_PAUSE_MS;

  const again = (error: unknown) => {
    if (closed) return;
    failed(subscriber.name, error);
    timer = setTimeout(start, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  const start = async () => {
    try {
      const from = await subscriber.from();
      if (closed) return;
      tail = log.tail(
        from,
        async (events) => {
          await subscriber.handle(events);
          pause = FIRST_PAUSE_MS;
        },
        again,
      );
    } catch (error) {
      again(error);
    }
  };

  void start();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      tail?.close();
    },
  };
}
