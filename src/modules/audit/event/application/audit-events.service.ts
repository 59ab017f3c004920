import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import {
  type AuditFilters,
  type AuditWalkStart,
  auditEntriesOf,
  auditWalk,
} from '../../../../../projections/audit-event/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { placeKey, storedEventsAt } from '../../../../engine/log/events-at.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position } from '../../../../kernel/event.js';
import { BLOBS, type Blobs } from '../../../../ports/stores/blobs.js';
import { DATA_KEYS, type DataKeys } from '../../../../ports/stores/data-keys.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ActorNames } from './actor-names.js';
import type { AuditEvent } from './audit-event.wire.js';
import { blobOf } from './shown-data.js';

/** The purpose under which the log keeps digests of request ids. */
const REQUEST_ID = 'request-id';
/** Entries that are looked at for one page. */
const MOST_LOOKED_AT = 5_000;
/** Events read from the log at once. */
const EVENTS_AT_ONCE = 64;

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly hasMore: boolean;
  /** Position of the last entry that was looked at. */
  readonly through: Position | undefined;
}

/** The events of a tenant: found by the index, read from the log. */
@Injectable()
export class AuditEvents {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
  ) {}

  /** The index has a request under the digest of the id that its caller gave, or under the id that the service gave. */
  async requestValues(tenantId: string, requestId: string): Promise<readonly string[]> {
    return [await this.keys.mac(tenantId, REQUEST_ID, requestId), requestId];
  }

  /** At most `limit` entries. A page ends early when few of many entries match. */
  async page(tenantId: string, filters: AuditFilters, start: AuditWalkStart, limit: number): Promise<AuditPage> {
    const entries: AuditEntry[] = [];
    let through: Position | undefined;
    let lookedAt = 0;
    for await (const { entry, isWanted } of this.walk(tenantId, filters, start)) {
      if (lookedAt === MOST_LOOKED_AT || (isWanted && entries.length === limit)) {
        return { entries, hasMore: true, through };
      }
      lookedAt++;
      through = entry.position;
      if (isWanted) entries.push(entry);
    }
    return { entries, hasMore: false, through };
  }

  walk(tenantId: string, filters: AuditFilters, start: AuditWalkStart) {
    return auditWalk(auditEntriesOf(this.documents, tenantId), filters, start, this.caughtUp.position);
  }

  entry(tenantId: string, id: string): Promise<AuditEntry | undefined> {
    return auditEntriesOf(this.documents, tenantId).get(id);
  }

  /** The events of some entries, in their order, some at a time. */
  async *events(tenantId: string, entries: readonly AuditEntry[]): AsyncGenerator<readonly AuditEvent[]> {
    const names = new ActorNames({ documents: this.documents, tenantId });
    for (let i = 0; i < entries.length; i += EVENTS_AT_ONCE) {
      const some = entries.slice(i, i + EVENTS_AT_ONCE);
      const found = await storedEventsAt(this.log, some);
      yield await Promise.all(
        some.map(async (entry) => {
          const read = found.get(placeKey(entry));
          const stored = read && 'event' in read ? read : undefined;
          const blob = stored && blobOf(stored.event.data);
          const blobBytes = blob && (await this.blobs.size(tenantId, blob.digest));
          return { entry, stored, actorName: await names.of(entry), blobBytes };
        }),
      );
    }
  }
}
