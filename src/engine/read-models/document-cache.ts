import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import type { AnyProjection } from '../../kernel/projection.js';
import { lruCache } from '../../lib/lru-cache.js';
import { type GrowingSize, NO_SIZE, wholeSize } from '../../lib/size-of.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import { checkpointName } from './checkpoints.js';
import { documentId } from './parking.js';

export interface SizedDocument {
  /** undefined: there is none. */
  readonly doc: unknown;
  readonly size: GrowingSize;
}

export const NO_DOCUMENT: SizedDocument = { doc: undefined, size: NO_SIZE };

/** Committed documents that one life of the projector wrote or read last. It is their only writer. */
export class DocumentCache {
  private readonly cached = lruCache<string, SizedDocument>({ bytes: cacheBudgets.projectedDocuments });

  constructor(private readonly documents: DocumentStore) {}

  static id(projection: AnyProjection, tenantId: string, key: string): string {
    return documentId(checkpointName(projection), tenantId, key);
  }

  peek(id: string): SizedDocument | undefined {
    return this.cached.get(id);
  }

  async load(id: string, projection: AnyProjection, tenantId: string, key: string): Promise<SizedDocument> {
    const doc = await this.documents.reader<unknown>(projection, tenantId).get(key);
    const loaded = doc === undefined ? NO_DOCUMENT : { doc, size: wholeSize(doc) };
    this.put(id, loaded);
    return loaded;
  }

  put(id: string, document: SizedDocument): void {
    this.cached.set(id, document, document.size.bytes);
  }

  forget(id: string): void {
    this.cached.delete(id);
  }

  clear(): void {
    this.cached.clear();
  }
}
