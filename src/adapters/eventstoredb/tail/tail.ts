import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStore, PAGE_CHARACTERS, type Stored, type Tail } from '../../../ports/stores/event-store.js';
import type { Feed, FeedOptions } from './feed.js';

const LARGEST_BATCH = 500;
/** Events that may wait for the handler. Above this bound the server pauses until half of them are handled. */
const WAITING_EVENTS = 1_000;
const WAITING_CHARACTERS = 8 * 1024 * 1024;

export interface TailOptions {
  readonly open: (listener: Pick<FeedOptions, 'event' | 'failed'>) => Feed;
  readonly handle: Parameters<EventStore['tail']>[1];
  readonly failed: Parameters<EventStore['tail']>[2];
  readonly ended: (tail: Tail) => void;
}

/** Hands over what came meanwhile, in order, one batch after the other. */
export function tailOf({ open, handle, failed, ended }: TailOptions): Tail {
  const waiting: Stored[] = [];
  let characters = 0;
  let held = false;
  let busy = false;
  let closed = false;

  const feed = open({ event: take, failed: fail });

  function take(event: Stored): void {
    waiting.push(event);
    characters += event.body.length;
    if (!held && (waiting.length >= WAITING_EVENTS || characters >= WAITING_CHARACTERS)) {
      held = true;
      feed.pause();
    }
    if (!busy) void run();
  }

  function nextBatch(): readonly Stored[] {
    let [count, taken] = [0, 0];
    while (count < Math.min(LARGEST_BATCH, waiting.length) && taken < PAGE_CHARACTERS) {
      taken += waiting[count]?.body.length ?? 0;
      count++;
    }
    characters -= taken;
    return waiting.splice(0, count);
  }

  function letGo(): void {
    if (!held || waiting.length > WAITING_EVENTS / 2 || characters > WAITING_CHARACTERS / 2) return;
    held = false;
    feed.resume();
  }

  async function run(): Promise<void> {
    busy = true;
    try {
      await nextTurn();
      while (!closed && waiting.length > 0) {
        await handle(nextBatch());
        if (!closed) letGo();
      }
    } catch (error) {
      fail(error);
    } finally {
      busy = false;
    }
  }

  function fail(error: unknown): void {
    if (closed) return;
    tail.close();
    failed(error);
  }

  const tail: Tail = {
    close() {
      if (closed) return;
      closed = true;
      waiting.length = 0;
      feed.close();
      ended(tail);
    },
  };
  return tail;
}
