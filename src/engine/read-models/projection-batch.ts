import type { Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import { grownSize, sizeOf } from '../../lib/size-of.js';
import type { Write } from '../../ports/stores/document-store.js';
import { DocumentCache, NO_DOCUMENT, type SizedDocument } from './document-cache.js';
import type { Parking, Unfoldable } from './parking.js';

/** Counted for a removed document: writing a removal takes about as long as writing a small document. */
const REMOVAL_BYTES = 2_048;

interface Folded extends SizedDocument {
  readonly write: Write;
}

/** Each of its documents is made by one event, and no other event is folded into it. */
const isFinal = ({ createdBy, events }: AnyProjection): boolean => createdBy.length === events.length;

/** Folds events into one write for each document they change. Nothing outside the batch changes before `settle`. */
export class ProjectionBatch {
  private readonly folded = new Map<string, Folded>();
  private readonly stopped = new Map<string, Unfoldable>();
  /** Ids of documents that were removed with the events that made them. */
  readonly removed: string[] = [];
  private size = 0;

  constructor(
    private readonly cache: DocumentCache,
    private readonly parking: Parking,
  ) {}

  /** Estimated bytes of all documents to write. */
  get bytes(): number {
    return this.size;
  }

  get writes(): readonly Write[] {
    return [...this.folded.values()].map(({ write }) => write);
  }

  /** Documents whose fold failed; their writes hold the state before the event. */
  get unfoldable(): readonly Unfoldable[] {
    return [...this.stopped.values()];
  }

  /** A promise only where the document must be read first. */
  take(projection: AnyProjection, event: Recorded): Promise<void> | undefined {
    const key = projection.key(event);
    if (key === undefined) return undefined;
    const { tenantId, position } = event.meta;
    const id = DocumentCache.id(projection, tenantId, key);
    if (this.stopped.has(id) || this.parking.stops(id, position)) return undefined;
    if (this.parking.isSkipped(projection, event)) return undefined;
    const evolve = (before: SizedDocument) => this.evolve(projection, event, key, id, before);
    const known = projection.createdBy.includes(event.type)
      ? NO_DOCUMENT
      : (this.folded.get(id) ?? this.cache.peek(id));
    if (!known) return this.cache.load(id, projection, tenantId, key).then(evolve);
    evolve(known);
    return undefined;
  }

  /** Removes a document, also one whose fold failed. */
  remove(projection: AnyProjection, key: string, { meta: { tenantId, position } }: Recorded): void {
    const id = DocumentCache.id(projection, tenantId, key);
    this.stopped.delete(id);
    this.removed.push(id);
    this.size += REMOVAL_BYTES - (this.folded.get(id)?.size.bytes ?? 0);
    const write = { collection: projection, tenantId, key, doc: undefined, position };
    this.folded.set(id, { ...NO_DOCUMENT, write });
  }

  /** Changes a document by what is left of it. One whose fold failed has its state before that. */
  async change(
    projection: AnyProjection,
    key: string,
    { data, meta: { tenantId, position } }: Recorded,
    left: (doc: unknown) => unknown,
  ): Promise<void> {
    const id = DocumentCache.id(projection, tenantId, key);
    const known = this.folded.get(id) ?? this.cache.peek(id);
    const before = known ?? (await this.cache.load(id, projection, tenantId, key));
    const doc = left(before.doc);
    if (doc !== before.doc) this.fold(id, before, { collection: projection, tenantId, key, doc, position }, data);
  }

  /** Call it when the commit is durable, never before. */
  settle(): void {
    for (const [id, { doc, size, write }] of this.folded) {
      if (isFinal(write.collection as AnyProjection)) this.cache.forget(id);
      else this.cache.put(id, { doc, size });
    }
  }

  private evolve(projection: AnyProjection, event: Recorded, key: string, id: string, before: SizedDocument): void {
    let doc: unknown;
    try {
      doc = projection.evolve(before.doc, event);
    } catch (cause) {
      this.stopped.set(id, { projection, key, before: before.doc, event, cause });
      return;
    }
    if (doc === before.doc) return;
    const { tenantId, position } = event.meta;
    this.fold(id, before, { collection: projection, tenantId, key, doc, position }, event.data);
  }

  private fold(id: string, before: SizedDocument, write: Write, data: unknown): void {
    const size = grownSize(before.size, sizeOf(data), write.doc);
    this.size += size.bytes - (this.folded.get(id)?.size.bytes ?? 0);
    this.folded.set(id, { doc: write.doc, size, write });
  }
}
