import { isErasure } from '../../../kernel/erasure.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore, Write } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import { scanTenant } from '../../log/scan.js';
import { checkpointName } from '../checkpoints.js';
import { erasedDocuments } from '../erased-documents.js';
import { type Parked, type Parking, passesByItself } from '../parking.js';

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
    if (projection && !(await refolded(new ParkedRefold(parked, projection, log, parking), documents, until))) continue;
    await parking.release(parked);
  }
}

/** False when it still cannot be folded or kept. */
export async function refolded(refold: ParkedRefold, documents: DocumentStore, until: Position): Promise<boolean> {
  try {
    await refold.foldTo(until);
    return await refold.store(documents);
  } catch (error) {
    if (passesByItself(error)) throw error;
    return false;
  }
}

/** The erasure of the document; undefined where the event erases nothing of it. */
async function erasureOf(log: EventLog, event: Recorded, projection: AnyProjection, key: string) {
  if (!isErasure(event)) return undefined;
  return (await erasedDocuments(log, event, [projection])).find((erased) => erased.key === key);
}

/** A parked document, folded again from the event that it was parked at. */
export class ParkedRefold {
  private write: Write | undefined;
  private isStopped = false;
  private through: Position;

  constructor(
    private readonly parked: Parked,
    private readonly projection: AnyProjection,
    private readonly log: EventLog,
    private readonly parking: Pick<Parking, 'isSkipped'>,
  ) {
    this.through = parked.position - 1;
  }

  async foldTo(until: Position): Promise<void> {
    for await (const page of scanTenant(this.log, this.parked.tenantId, { after: this.through, until })) {
      for (const event of page.events) await this.fold(event);
      this.through = page.through;
    }
    this.through = Math.max(this.through, until);
  }

  /** False when an event cannot be folded. */
  async store(documents: Pick<DocumentStore, 'commit'>): Promise<boolean> {
    if (this.isStopped) return false;
    if (this.write) await documents.commit([this.write], []);
    return true;
  }

  private get doc(): unknown {
    return this.write ? this.write.doc : this.parked.before;
  }

  private set(doc: unknown, event: Recorded): void {
    const { tenantId, key } = this.parked;
    this.write = { collection: this.projection, tenantId, key, doc, position: event.meta.position };
  }

  private async fold(event: Recorded): Promise<void> {
    const { projection, parked } = this;
    const erasure = await erasureOf(this.log, event, projection, parked.key);
    if (erasure) {
      const left = erasure.left(this.doc);
      if (left === undefined) this.isStopped = false;
      this.set(left, event);
    }
    const isOther =
      !(projection.events as readonly string[]).includes(event.type) || projection.key(event) !== parked.key;
    if (isOther || this.isStopped || this.parking.isSkipped(projection, event)) return;
    try {
      this.set(projection.evolve(this.doc, event), event);
    } catch {
      this.isStopped = true;
    }
  }
}
