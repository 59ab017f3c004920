import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { checkpointName } from './checkpoints.js';
import { LastApplied } from './last-applied.js';

/** Not a checkpoint: which log the read models are made from. */
const LOG = 'log';

/** Why the read models are not made from this log; undefined where they are. Reads one event. */
async function foreignReason(
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
): Promise<string | undefined> {
  const known = await documents.checkpoint(LOG);
  const identity = await log.identity();
  if (known !== 0 && identity !== undefined && known !== identity) return 'they belong to another event log';
  let furthest = 0;
  for (const each of projections) furthest = Math.max(furthest, await documents.checkpoint(checkpointName(each)));
  const head = await log.head();
  if (furthest > head) return `they are at position ${furthest}, but the log ends at ${head}`;
  const lastApplied = await LastApplied.read(documents);
  return (await lastApplied.isIn(log))
    ? undefined
    : `the log has another event at their position ${lastApplied.position}`;
}

/** Empties read models that are not made from this log; the projector then makes them again. `rebuilt` gets the reason. */
export async function rebuildForeign(
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
  rebuilt: (reason: string) => void = () => {},
): Promise<void> {
  const reason = await foreignReason(log, documents, projections);
  if (reason === undefined) return;
  rebuilt(reason);
  await documents.reset();
  await documents.prepare(projections);
}

/** Before the first event a log has no identity. */
export async function recordLogIdentity(log: EventLog, documents: DocumentStore): Promise<void> {
  const identity = await log.identity();
  if (identity === undefined || (await documents.checkpoint(LOG)) === identity) return;
  await documents.commit([], [{ name: LOG, position: identity, after: 0 }]);
}
