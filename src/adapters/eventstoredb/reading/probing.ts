import { ErrorType, type KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import { isInvalidArgument, within } from '../failures.js';
import { fromPosition } from './records.js';

/**
 * Whether a record begins at this place in the log. The server refuses to read from between records. Only a
 * subscription learns the reason; to the reads of this client the refusal looks like an outage.
 */
export async function isPlace(client: KurrentDBClient, position: Position, silenceMs: number): Promise<boolean> {
  const subscription = client.subscribeToAll({ fromPosition: fromPosition(position), requiresLeader: true });
  const answer = new Promise<boolean>((resolve, reject) => {
    for (const sign of ['data', 'caughtUp'] as const) subscription.on(sign, () => resolve(true));
    subscription.on('error', (error: unknown) => (isInvalidArgument(error) ? resolve(false) : reject(error)));
    subscription.on('end', () => reject(new Error(ErrorType.UNAVAILABLE)));
  });
  try {
    return await within(silenceMs, answer);
  } finally {
    answer.catch(() => {});
    // Not awaited: on a broken connection it may never end.
    void subscription.unsubscribe().catch(() => {});
  }
}
