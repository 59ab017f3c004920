import type { Position, Recorded } from '../../kernel/event.js';
import type { Tail } from '../../ports/stores/event-store.js';
import type { EventLog, UnreadableEvent } from './event-log.js';

const FIRST_PAUSE_MS = 100;
/** Bounds how late a subscriber notices that the store is back. */
const LONGEST_PAUSE_MS = 1_000;

export interface Subscriber {
  readonly name: string;
  /** Position of the last event it has applied; read at the start and after every failure. */
  from(): Promise<Position>;
  handle(events: readonly Recorded[]): Promise<void> | void;
  /** Takes an event that this version cannot read and goes on. Without it the subscriber stops at such an event. */
  unknown?(event: UnreadableEvent): Promise<void> | void;
}

export interface Subscription {
  close(): void;
}

/** Hands over every event after `from()`, until closed. After a failure it starts again from there, with growing pauses. */
export function subscribe(
  log: EventLog,
  subscriber: Subscriber,
  failed: (name: string, error: unknown) => void,
): Subscription {
  const { name } = subscriber;
  let tail: Tail | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let pause = FIRST_PAUSE_MS;

  const retry = (error: unknown) => {
    if (closed) return;
    failed(name, error);
    timer = setTimeout(start, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  const start = async () => {
    try {
      const from = await subscriber.from();
      if (closed) return;
      log.progress.set(name, from);
      tail = log.tail(
        from,
        async (events) => {
          await subscriber.handle(events);
          pause = FIRST_PAUSE_MS;
          const last = events.at(-1);
          if (last && !closed) log.progress.set(name, last.meta.position);
        },
        retry,
        subscriber.unknown && ((event) => subscriber.unknown?.(event)),
      );
    } catch (error) {
      retry(error);
    }
  };

  void start();
  return {
    close() {
      closed = true;
      log.progress.delete(name);
      clearTimeout(timer);
      tail?.close();
    },
  };
}
