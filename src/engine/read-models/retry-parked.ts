import type { Position } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { scanTenant } from '../log/scan.js';
import { checkpointName } from './checkpoints.js';
import { type Parked, type Parking, passesByItself } from './parking.js';

/** Folds parked documents anew up to `until`: what the code of this start can fold is parked no longer. */
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

/** False when it still cannot be folded or kept. */
async function refolded(
  { tenantId, key, before, position }: Parked,
  projection: AnyProjection,
  log: EventLog,
  documents: DocumentStore,
  until: Position,
): Promise<boolean> {
  let write: Write | undefined;
  try {
    for await (const { events } of scanTenant(log, tenantId, { after: position - 1, until })) {
      for (const event of events) {
        if (!(projection.events as readonly string[]).includes(event.type) || projection.key(event) !== key) continue;
        const doc = projection.evolve(write ? write.doc : before, event);
        write = { collection: projection, tenantId, key, doc, position: event.meta.position };
      }
    }
    if (write) await documents.commit([write], []);
    return true;
  } catch (error) {
    if (passesByItself(error)) throw error;
    return false;
  }
}
