import type { Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import { sizeOf } from '../../kernel/size-of.js';
import type { Write } from '../../ports/document-store.js';
import { DocumentCache } from './document-cache.js';
import type { Parking } from './parking.js';

/** Folds a page of the log into one write for each document it changes. */
export class ProjectionBatch {
  readonly touched = new Map<string, Write>();

  constructor(
    private readonly cache: DocumentCache,
    private readonly parking: Parking,
  ) {}

  /** A promise only where the document must be read first. */
  take(projection: AnyProjection, event: Recorded): Promise<void> | undefined {
    const key = projection.key(event);
    if (key === undefined) return undefined;
    const { tenantId } = event.meta;
    const id = DocumentCache.id(projection, tenantId, key);
    if (this.parking.has(id)) return undefined;
    const evolve = (before: unknown) => this.evolve(projection, event, key, id, before);
    if (projection.createdBy.includes(event.type)) return evolve(undefined);
    const known = this.touched.get(id) ?? this.cache.peek(id);
    if (known) return evolve(known.doc);
    return this.cache.load(id, projection, tenantId, key).then(evolve);
  }

  private evolve(
    projection: AnyProjection,
    event: Recorded,
    key: string,
    id: string,
    before: unknown,
  ): Promise<void> | undefined {
    let doc: unknown;
    try {
      doc = projection.evolve(before, event);
    } catch (error) {
      return this.parking.park(projection, key, before, event, error).then(() => undefined);
    }
    if (doc === before) return undefined;
    const { tenantId, position } = event.meta;
    this.cache.put(id, doc, sizeOf(event.data));
    this.touched.set(id, { collection: projection, tenantId, key, doc, position });
    return undefined;
  }
}
