import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import {
  type AuditFilters,
  type AuditWalkStart,
  auditEntriesOf,
  auditWalk,
  type LookedAt,
} from '../../../../../projections/audit-event/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { EventAsStored } from '../../../../engine/log/codec.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { placeKey, storedEventsAt } from '../../../../engine/log/events-at.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { LOOP, type Loop } from '../../../../fairness/loop.js';
import type { Position } from '../../../../kernel/event.js';
import { BLOBS, type Blobs } from '../../../../ports/stores/blobs.js';
import { DATA_KEYS, type DataKeys } from '../../../../ports/stores/data-keys.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ActorNames } from './actor-names.js';
import type { AuditEvent } from './audit-event.wire.js';
import { isSubjectErased } from './erased-subjects.js';
import { blobOf } from './shown-data.js';

/** The purpose under which the log keeps digests of request ids. */
const REQUEST_ID = 'request-id';
/** Events read from the log at once. */
const EVENTS_AT_ONCE = 64;
/** Entries that are looked at between two looks at the turn of the event loop. */
const PER_TURN = 128;

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
    @Inject(LOOP) private readonly loop: Loop,
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
      if (lookedAt === limits.auditEntriesPerPage || (isWanted && entries.length === limit)) {
        return { entries, hasMore: true, through };
      }
      lookedAt++;
      through = entry.position;
      if (isWanted) entries.push(entry);
    }
    return { entries, hasMore: false, through };
  }

  /** Others are served first where the turn of the event loop is over. */
  async *walk(
    tenantId: string,
    filters: AuditFilters,
    start: AuditWalkStart,
  ): AsyncGenerator<LookedAt, void, undefined> {
    const entries = auditEntriesOf(this.documents, tenantId);
    let sinceTurn = 0;
    for await (const each of auditWalk(entries, filters, start, this.caughtUp.position)) {
      yield each;
      if (++sinceTurn % PER_TURN === 0) await this.loop.pause(tenantId);
    }
  }

  entry(tenantId: string, id: string): Promise<AuditEntry | undefined> {
    return auditEntriesOf(this.documents, tenantId).get(id);
  }

  /** The events of some entries, in their order, some at a time. */
  async *inParts(tenantId: string, entries: readonly AuditEntry[]): AsyncGenerator<readonly AuditEvent[]> {
    for (let i = 0; i < entries.length; i += EVENTS_AT_ONCE) {
      yield await this.of(tenantId, entries.slice(i, i + EVENTS_AT_ONCE));
    }
  }

  /** The events of a few entries, in their order. */
  async of(tenantId: string, entries: readonly AuditEntry[]): Promise<readonly AuditEvent[]> {
    const names = new ActorNames({ documents: this.documents, tenantId });
    const found = await storedEventsAt(this.log, entries);
    const events: AuditEvent[] = [];
    for (const entry of entries) {
      const read = found.get(placeKey(entry));
      const stored = read && 'event' in read ? await this.withoutErased(tenantId, entry, read) : undefined;
      const blob = stored && blobOf(stored.event.data);
      const blobBytes = blob && (await this.blobs.size(tenantId, blob.digest));
      events.push({ entry, stored, actorName: await names.of(entry), blobBytes });
    }
    return events;
  }

  private async withoutErased(tenantId: string, entry: AuditEntry, stored: EventAsStored): Promise<EventAsStored> {
    const { event, bare, schema } = stored;
    if (bare === undefined || !(await isSubjectErased(this.documents, tenantId, entry, event.data))) return stored;
    return { event: { ...event, data: bare, meta: { ...event.meta, erased: true } }, schema };
  }
}
