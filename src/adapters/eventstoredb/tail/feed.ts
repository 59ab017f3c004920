import { START, streamNameFilter } from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import { type Stored, StoreUnavailable } from '../../../ports/stores/event-store.js';
import { type Clients, retire } from '../connection.js';
import { unavailable } from '../failures.js';
import { checkpointPosition, fromPosition, type Namespace, SEARCH_STEPS, toStored } from '../reading/records.js';

/** A subscription that reports its death. The client's own subscription only falls silent. */
export interface Feed {
  pause(): void;
  resume(): void;
  close(): void;
}

export interface FeedOptions {
  /** One of them is made for the feed and closed with it, so that nothing of the subscription is left. */
  readonly clients: Clients;
  readonly namespace: Namespace;
  readonly after: Position;
  /**
   * The search for the first event begins here: at `after`, or later where the log is known to have none of our events
   * between.
   */
  readonly from: Position;
  /** The log has none of our events between the last one and this position. */
  readonly passed: (last: Position, position: Position) => void;
  readonly event: (event: Stored) => void;
  /** Once, and nothing after it. */
  readonly failed: (error: unknown) => void;
  /** Reads the newest event's position. The feed calls it after a silence. */
  readonly head: () => Promise<Position>;
  readonly silenceMs: number;
}

export function openFeed({
  clients,
  namespace,
  after,
  from,
  passed,
  event,
  failed,
  head,
  silenceMs,
}: FeedOptions): Feed {
  const client = clients.make();
  let received = after;
  let heardAt = performance.now();
  /** Head of the log at an earlier check; events up to it must have arrived. */
  let due: Position = 0;
  let paused = false;
  let closed = false;

  const heard = () => {
    heardAt = performance.now();
  };
  const over = (error: unknown) => {
    if (closed) return;
    close();
    failed(error);
  };

  const subscription = client.subscribeToAll({
    fromPosition: from === 0 ? START : fromPosition(from),
    filter: streamNameFilter({
      regex: namespace.regex,
      ...SEARCH_STEPS,
      checkpointReached: async ({ readableLength }, { commit }) => {
        heard();
        // Events that wait in the stream came before the checkpoint.
        const position = readableLength === 0 ? checkpointPosition(commit) : undefined;
        if (position !== undefined) passed(received, position);
      },
    }),
    requiresLeader: true,
  });

  function take(stored: Stored): void {
    heard();
    if (closed || stored.position <= received) return;
    received = stored.position;
    event(stored);
  }

  subscription.on('data', (resolved) => {
    try {
      if (resolved.event) take(toStored(resolved.event, namespace));
    } catch (error) {
      over(error);
    }
  });
  subscription.on('confirmation', heard);
  subscription.on('caughtUp', heard);
  subscription.on('error', (error: unknown) => {
    clients.heed(error);
    over(unavailable('Following the log', error));
  });
  for (const ending of ['end', 'close'] as const) {
    subscription.on(ending, () => over(new StoreUnavailable('Following the log: the server ended the subscription.')));
  }

  async function look(): Promise<void> {
    const silent = performance.now() - heardAt;
    if (paused || silent < silenceMs / 3) {
      due = 0;
    } else if (due > received && silent >= silenceMs) {
      over(
        new StoreUnavailable(
          `Following the log: the subscription was silent for ${Math.round(silent)} ms although newer events exist.`,
        ),
      );
    } else {
      due = await head().catch(() => due);
    }
  }
  const watch = setInterval(() => void look(), silenceMs / 3).unref();

  function close(): void {
    closed = true;
    clearInterval(watch);
    void subscription
      .unsubscribe()
      .catch(() => {})
      .finally(() => retire(client));
  }

  return {
    pause() {
      paused = true;
      subscription.pause();
    },
    resume() {
      paused = false;
      heard();
      subscription.resume();
    },
    close() {
      if (!closed) close();
    },
  };
}
