import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Loop } from '../../../fairness/loop.js';
import type { Position } from '../../../kernel/event.js';
import {
  charactersOf,
  type EventStore,
  PAGE_CHARACTERS,
  type Stored,
  type Tail,
} from '../../../ports/stores/event-store.js';

const PAGE = 500;
/** Number of events that are handled in the turn of the event loop in which they were committed. */
const FEW = 50;
/** A handler that falls further behind than this reads from the database again instead of filling the memory. */
const PENDING_EVENTS = 4_096;
const PENDING_CHARACTERS = 16 * 1024 * 1024;

export interface LogTail extends Tail {
  /** Takes note of what was committed just now; hands nothing over yet. */
  offer(events: readonly Stored[]): void;
  /** Hands over what waits, unless the handler is at work. */
  wake(): void;
  /** Ends the tail and says why. */
  fail(error: unknown): void;
}

export interface LogTailOptions {
  readonly after: Position;
  readonly page: (after: Position, limit: number) => readonly Stored[];
  readonly handle: Parameters<EventStore['tail']>[1];
  readonly failed: Parameters<EventStore['tail']>[2];
  readonly ended: (tail: LogTail) => void;
  /** Handlers of many events wait for a turn of the event loop. */
  readonly loop?: Loop | undefined;
}

/** Reads pages until it reaches the head, then follows the offered events. */
export function logTail({ after, page, handle, failed, ended, loop }: LogTailOptions): LogTail {
  let position = after;
  let pending: Stored[] = [];
  let pendingCharacters = 0;
  /** Everything after what was taken last is in `pending`. */
  let live = false;
  let busy = false;
  let closed = false;

  function take(): readonly Stored[] {
    if (live) return takePending();
    const events = page(position, PAGE);
    live = events.length < PAGE && charactersOf(events) < PAGE_CHARACTERS;
    return events;
  }

  function takePending(): readonly Stored[] {
    if (pending.length <= PAGE && pendingCharacters <= PAGE_CHARACTERS) {
      const events = pending;
      forget();
      return events;
    }
    let [count, characters] = [0, 0];
    while (count < Math.min(PAGE, pending.length) && characters < PAGE_CHARACTERS) {
      characters += pending[count]?.body.length ?? 0;
      count++;
    }
    pendingCharacters -= characters;
    return pending.splice(0, count);
  }

  function forget(): void {
    pending = [];
    pendingCharacters = 0;
  }

  async function run(): Promise<void> {
    busy = true;
    try {
      while (!closed) {
        const events = take();
        const last = events.at(-1);
        if (last === undefined) return;
        const turn = events.length > FEW ? loop?.pause() : undefined;
        if (turn) await turn;
        if (closed) return;
        await handle(events);
        position = last.position;
        if (!live) await nextTurn();
      }
    } catch (error) {
      tail.fail(error);
    } finally {
      busy = false;
    }
  }

  const tail: LogTail = {
    offer(events) {
      if (!live || closed) return;
      for (const event of events) {
        pending.push(event);
        pendingCharacters += event.body.length;
      }
      live = pending.length <= PENDING_EVENTS && pendingCharacters <= PENDING_CHARACTERS;
      if (!live) forget();
    },
    wake() {
      if (!busy && !closed) void run();
    },
    fail(error) {
      if (closed) return;
      tail.close();
      failed(error);
    },
    close() {
      closed = true;
      forget();
      ended(tail);
    },
  };
  return tail;
}
