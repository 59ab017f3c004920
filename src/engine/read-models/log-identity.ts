import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
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
    throw new DifferentLog('The read models belong to another event log. Remove them; the service then rebuilds them.');
  }
  let furthest = 0;
  for (const each of projections) {
    furthest = Math.max(furthest, await documents.checkpoint(checkpointName(each)));
  }
  const head = await log.head();
  if (furthest <= head) return;
  throw new ReadModelsAheadOfLog(
    `The read models are at position ${furthest}, but the log ends at ${head}. Remove them; the service then rebuilds them.`,
  );
}

/** Before the first event a log has no identity. */
export async function recordLogIdentity(log: EventLog, documents: DocumentStore): Promise<void> {
  const identity = await log.identity();
  if (identity === undefined || (await documents.checkpoint(LOG)) === identity) return;
  await documents.commit([], [{ name: LOG, position: identity, after: 0 }]);
}
