import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { checkpointName } from './checkpoints.js';

/** Not a checkpoint: which log the read models are made from. */
const LOG = 'log';

/** The read models hold events that the log has not: it was put back to an older state. */
export class ReadModelsAheadOfLog extends Error {}

/** The read models were made from another log, or from the one that this one is a copy of. */
export class DifferentLog extends Error {}

/** Nothing is changed. @throws AheadOfLog, OtherLog */
export async function assertSameLog(
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
): Promise<void> {
  const known = await documents.checkpoint(LOG);
  const identity = await log.identity();
  if (known !== 0 && identity !== undefined && known !== identity) {
    throw new DifferentLog(
      'The read models were made from another log. Remove them, and they are made anew from this one.',
    );
  }
  let furthest = 0;
  for (const each of projections) {
    furthest = Math.max(furthest, await documents.checkpoint(checkpointName(each)));
  }
  const head = await log.head();
  if (furthest <= head) return;
  const places = `position ${furthest}, and the log ends at ${head}`;
  throw new ReadModelsAheadOfLog(
    `The read models are at ${places}: it was put back to an older state. Remove the read models.`,
  );
}

/** Before the first event there is nothing to tell a log by. */
export async function recordLogIdentity(log: EventLog, documents: DocumentStore): Promise<void> {
  const identity = await log.identity();
  if (identity === undefined || (await documents.checkpoint(LOG)) === identity) return;
  await documents.commit([], [{ name: LOG, position: identity, after: 0 }]);
}
