import { isErasure } from '../../kernel/erasure.js';
import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { scanTenant } from '../log/scan.js';
import { checkpointName } from './checkpoints.js';
import { erasedDocuments } from './erased-documents.js';
import { type Parked, type Parking, passesByItself } from './parking.js';

/** Folds parked documents again up to `until`, and unparks those that the code of this start can fold. */
export async function retryParked(
  all: readonly Parked[],
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
  parking: Parking,
  until: Position,
): Promise<void> {
  for (const parked of all) {
    const projection = projections.find((each) => checkpointName(each) === parked.readModel);
    if (projection && !(await refolded(parked, projection, log, documents, until))) continue;
    await parking.release(parked);
  }
}

/** The erasure of the document; undefined where the event erases nothing of it. */
async function erasureOf(log: EventLog, event: Recorded, projection: AnyProjection, key: string) {
  if (!isErasure(event)) return undefined;
  return (await erasedDocuments(log, event, [projection])).find((erased) => erased.key === key);
}

/** False when it still cannot be folded or kept. */
async function refolded(
  { tenantId, key, before, position }: Parked,
  projection: AnyProjection,
  log: EventLog,
  documents: DocumentStore,
  until: Position,
): Promise<boolean> {
  let write: Write | undefined;
  let stopped: { readonly cause: unknown } | undefined;
  const set = (doc: unknown, event: Recorded) => {
    write = { collection: projection, tenantId, key, doc, position: event.meta.position };
  };
  try {
    for await (const { events } of scanTenant(log, tenantId, { after: position - 1, until })) {
      for (const event of events) {
        const erasure = await erasureOf(log, event, projection, key);
        if (erasure) {
          const left = erasure.left(write ? write.doc : before);
          if (left === undefined) stopped = undefined;
          set(left, event);
        }
        const isOther = !(projection.events as readonly string[]).includes(event.type) || projection.key(event) !== key;
        if (isOther || stopped) continue;
        try {
          set(projection.evolve(write ? write.doc : before, event), event);
        } catch (cause) {
          stopped = { cause };
        }
      }
    }
    if (stopped) return false;
    if (write) await documents.commit([write], []);
    return true;
  } catch (error) {
    if (passesByItself(error)) throw error;
    return false;
  }
}
