import { cacheBudgets } from '../../catalogue/limits/cache-budgets.js';
import { lruCache } from '../../kernel/lru-cache.js';
import type { AnyProjection } from '../../kernel/projection.js';
import { type GrowingSize, grownSize, wholeSize } from '../../kernel/size-of.js';
import type { DocumentStore } from '../../ports/document-store.js';
import { checkpointName } from './checkpoints.js';
import { documentId } from './parking.js';

interface Cached {
  readonly doc: unknown;
  readonly size: GrowingSize;
}

/** Documents that the projector wrote or read last. It is their only writer, so they stay true until a commit fails. */
export class DocumentCache {
  private readonly cached = lruCache<string, Cached>({ bytes: cacheBudgets.projectedDocuments });

  constructor(private readonly documents: DocumentStore) {}

  static id(projection: AnyProjection, tenantId: string, key: string): string {
    return documentId(checkpointName(projection), tenantId, key);
  }

  peek(id: string): { readonly doc: unknown } | undefined {
    return this.cached.get(id);
  }

  async load(id: string, projection: AnyProjection, tenantId: string, key: string): Promise<unknown> {
    const doc = await this.documents.reader(projection, tenantId).get(key);
    this.set(id, doc, wholeSize(doc));
    return doc;
  }

  /** The document after an event of `eventBytes` was folded into it. */
  put(id: string, doc: unknown, eventBytes: number): void {
    const before = this.cached.get(id);
    this.set(id, doc, before ? grownSize(before.size, eventBytes, doc) : wholeSize(doc));
  }

  clear(): void {
    this.cached.clear();
  }

  private set(id: string, doc: unknown, size: GrowingSize): void {
    this.cached.set(id, { doc, size }, size.bytes);
  }
}
