import type { Position } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore, Write } from '../../ports/document-store.js';
import type { EventLog } from '../log/event-log.js';
import { checkpointName } from './checkpoints.js';
import { type Parked, type Parking, passesByItself } from './parking.js';

const PAGE = 2_000;

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
    for (let from = position - 1; from < until; ) {
      const page = (await log.readAll(from, PAGE)).filter(({ meta }) => meta.position <= until);
      if (page.length === 0) break;
      for (const event of page) {
        if (event.meta.tenantId !== tenantId || !(projection.events as readonly string[]).includes(event.type))
          continue;
        if (projection.key(event) !== key) continue;
        const doc = projection.evolve(write ? write.doc : before, event);
        write = { collection: projection, tenantId, key, doc, position: event.meta.position };
      }
      from = page.at(-1)?.meta.position ?? until;
    }
    if (write) await documents.commit([write], []);
    return true;
  } catch (error) {
    if (passesByItself(error)) throw error;
    return false;
  }
}
