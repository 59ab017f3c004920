import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import { auditEntriesOf } from '../../../../../projections/audit-event/reads.js';
import { TraceSources } from '../../../../engine/log/tracing/trace-sources.js';
import type { Position } from '../../../../kernel/event.js';
import type { Condition } from '../../../../ports/stores/document-store.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { AuditEvents } from '../../event/application/audit-events.service.js';
import type { TraceIndex } from '../domain/trace-walk.js';

/** Causes between an event and its root, with room. */
const MOST_CAUSES = 64;

/** Finds the tree that an id belongs to. */
@Injectable()
export class TraceStart {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(TraceSources) private readonly sources: TraceSources,
  ) {}

  /** The tree of an event, request, delivery, run or notification; undefined where the tenant has none with the id. */
  async find(tenantId: string, id: string): Promise<TraceIndex<AuditEntry> | undefined> {
    const entry = await this.entryOf(tenantId, id);
    if (!entry) {
      const index = this.index(tenantId, 'request', await this.events.requestValues(tenantId, id));
      return (await index.roots(0, 1)).length > 0 ? index : undefined;
    }
    const root = await this.rootOf(tenantId, entry);
    if (root.request !== undefined) return this.index(tenantId, 'request', [root.request]);
    const { childrenOf } = this.index(tenantId, 'request', []);
    return { roots: async (after) => (root.position > after ? [root] : []), childrenOf };
  }

  /** The id of a run is that of its event. */
  private async entryOf(tenantId: string, id: string): Promise<AuditEntry | undefined> {
    const known = await this.events.entry(tenantId, id);
    if (known) return known;
    const eventId = await this.sources.eventOf(tenantId, id);
    return eventId === undefined ? undefined : this.events.entry(tenantId, eventId);
  }

  private async rootOf(tenantId: string, entry: AuditEntry): Promise<AuditEntry> {
    let root = entry;
    for (let n = 0; n < MOST_CAUSES && root.cause !== undefined; n++) {
      const cause = await this.events.entry(tenantId, root.cause);
      if (!cause) break;
      root = cause;
    }
    return root;
  }

  private index(tenantId: string, field: 'request', values: readonly string[]): TraceIndex<AuditEntry> {
    const entries = auditEntriesOf(this.documents, tenantId);
    const find = async (among: Condition, after: Position, limit: number) => {
      const where: readonly Condition[] = [among, { field: 'position', is: '>', value: after }];
      return (await entries.find({ where, order: { field: 'position', descending: false }, limit })).docs;
    };
    return {
      async roots(after, limit) {
        const found = await Promise.all(values.map((value) => find({ field, is: '=', value }, after, limit)));
        return found
          .flat()
          .sort((one, other) => one.position - other.position)
          .slice(0, limit);
      },
      childrenOf: (parentId, after, limit) => find({ field: 'cause', is: '=', value: parentId }, after, limit),
    };
  }
}
