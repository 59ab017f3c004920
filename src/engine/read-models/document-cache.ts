import { lruCache } from '../../kernel/lru-cache.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/document-store.js';
import { checkpointName } from './checkpoints.js';
import { documentId } from './parking.js';

const KEPT = 20_000;

/** Documents the projector wrote or read lately. It is their only writer, so they stay true until a commit fails. */
export class DocumentCache {
  private readonly kept = lruCache<string, { readonly doc: unknown }>(KEPT);

  constructor(private readonly documents: DocumentStore) {}

  static id(projection: AnyProjection, tenantId: string, key: string): string {
    return documentId(checkpointName(projection), tenantId, key);
  }

  peek(id: string): { readonly doc: unknown } | undefined {
    return this.kept.get(id);
  }

  async load(id: string, projection: AnyProjection, tenantId: string, key: string): Promise<unknown> {
    const doc = await this.documents.reader(projection, tenantId).get(key);
    this.put(id, doc);
    return doc;
  }

  put(id: string, doc: unknown): void {
    this.kept.set(id, { doc });
  }

  clear(): void {
    this.kept.clear();
  }
}
