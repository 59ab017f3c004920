import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KurrentDBClient, START, streamNameFilter } from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import { Silence } from '../failures.js';
import { checkpointPosition, fromPosition, type Namespace, SEARCH_STEPS, toStored } from './records.js';

export interface Scan {
  readonly client: Pick<KurrentDBClient, 'subscribeToAll'>;
  readonly namespace: Namespace;
  /** Exclusive. 0: from the start of the log. */
  readonly from: Position;
  /** How long neither an event nor progress may come. */
  readonly silenceMs: number;
  /** False ends the scan. */
  readonly event: (event: Stored) => boolean;
  /** The log has none of our events between the last one and this position. */
  readonly passed: (position: Position) => void;
}

/**
 * Reads our events through a log of others until `event` ends it, or the end of the log. It uses a subscription,
 * because that reports the progress of the server's search; a read is silent meanwhile.
 * @throws Silence
 */
export async function scan(options: Scan): Promise<void> {
  const { client, namespace, from, silenceMs, event, passed } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Silence(`no progress for ${Math.round(silenceMs)} ms`)), silenceMs);
  let isOver = false;
  /** Events that came before a checkpoint may still wait in the stream. */
  const handedOver = async (stream: { readonly readableLength: number }) => {
    while (!isOver && stream.readableLength > 0) await nextTurn();
  };

  const subscription = client.subscribeToAll({
    fromPosition: from === 0 ? START : fromPosition(from),
    filter: streamNameFilter({
      regex: namespace.regex,
      ...SEARCH_STEPS,
      checkpointReached: async (reached, { commit }) => {
        await handedOver(reached);
        if (isOver) return;
        timer.refresh();
        const position = checkpointPosition(commit);
        if (position !== undefined) passed(position);
      },
    }),
    requiresLeader: true,
  });
  subscription.on('data', ({ event: recorded }) => {
    if (isOver || !recorded) return;
    try {
      timer.refresh();
      if (event(toStored(recorded, namespace))) return;
      isOver = true;
      resolve();
    } catch (error) {
      reject(error);
    }
  });
  subscription.on('caughtUp', () => void handedOver(subscription).then(resolve));
  subscription.on('error', reject);
  for (const ending of ['end', 'close'] as const) {
    subscription.on(ending, () => reject(new Error('the server ended the subscription')));
  }
  try {
    await promise;
  } finally {
    isOver = true;
    clearTimeout(timer);
    void subscription.unsubscribe().catch(() => {});
  }
}
