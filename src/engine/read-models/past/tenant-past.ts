import type { Position } from '../../../kernel/event.js';
import type { Instant } from '../../../kernel/instant.js';
import type { AnyProjection, Collection } from '../../../kernel/projection.js';
import { streamName } from '../../../kernel/stream.js';
import type { DocumentStore, Reader } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import { documentsOfStream, type StreamDocuments } from '../stream-documents.js';
import { FoldedReader } from './folded-reader.js';
import { inPresent, type Past, type PastSource } from './past.js';

/** Parts that reads as of any moment need. */
export interface PastTools {
  readonly log: EventLog;
  readonly documents: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly sources: readonly PastSource[];
}

/** A moment of a tenant. It reads each stream once, so one request has its own. */
export class TenantPast implements Past {
  private readonly streams = new Map<string, Promise<StreamDocuments>>();

  constructor(
    private readonly tools: PastTools,
    readonly tenantId: string,
    readonly position: Position,
    readonly at: Instant,
  ) {}

  get log(): EventLog {
    return this.tools.log;
  }

  reader<Doc>(collection: Collection<Doc>): Reader<Doc> {
    const { projections, sources } = this.tools;
    const named = ({ name }: Collection<never>) => name === collection.name;
    const source = sources.find(({ projection }) => named(projection));
    if (source) return source.reader(this);
    const projection = projections.find(named);
    if (!projection) throw new Error(`No module declares the read model ${collection.name}.`);
    return new FoldedReader<Doc & object>(this, projection) as Reader<Doc>;
  }

  present<Doc>(collection: Collection<Doc>): Reader<Doc> {
    return inPresent(() => this.tools.documents.reader(collection, this.tenantId));
  }

  stream(category: string, id: string): Promise<StreamDocuments> {
    const stream = streamName(category, this.tenantId, id);
    const known = this.streams.get(stream);
    if (known) return known;
    const { log, projections } = this.tools;
    const made = projections.filter(({ streams }) => streams?.[category] !== undefined);
    const documents = documentsOfStream(log, stream, made, { position: this.position });
    this.streams.set(stream, documents);
    return documents;
  }
}
