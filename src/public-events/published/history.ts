import {
  publicEventPage,
  publicEventsOf,
  publicPositionsBetween,
} from '../../../projections/public-event-index/reads.js';
import type { EventLog } from '../../engine/log/event-log.js';
import { eventPageAt } from '../../engine/log/events-at.js';
import type { PositionRange } from '../../engine/log/position-at-time.js';
import { type ScanPage, scanTenant } from '../../engine/log/scan.js';
import type { Position } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { AssetLinks } from '../../ports/media/asset-links.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';

const PAGE = 100;
/** Characters of events that are read at a time. */
const PAGE_CHARACTERS = 1_048_576;

/** A range of positions: `after` exclusive, `until` inclusive. */
export interface Span {
  readonly after: Position;
  readonly until: Position;
  /** Events read at a time. Default 100 for a tenant, 64 for a stream. */
  readonly page?: number;
}

export type BacklogPage = ScanPage;

/** The public events of a tenant, found by the index without reading the events of other tenants. */
export class PublicEventHistory {
  constructor(
    readonly log: EventLog,
    readonly documents: DocumentStore,
    /** Its position is where the index is complete. */
    private readonly index: { readonly position: Position },
    /** URLs of assets; without it assets are shown without. */
    readonly links?: AssetLinks,
  ) {}

  /** Position up to which the index holds every event. */
  get indexed(): Position {
    return this.index.position;
  }

  /** The events in the order of the log, those of a newer version apart. Events that the index does not hold yet are read from the log. */
  async *tenant(tenantId: string, { after, until, page = PAGE }: Span): AsyncGenerator<BacklogPage> {
    const { indexed } = this;
    const end = Math.min(until, indexed);
    const entries = publicEventsOf(this.documents, tenantId);
    for (let through = after, hasMore = true; hasMore && through < end; ) {
      const found = await publicEventPage(entries, { after: through, until: end }, page);
      const { events, unreadable, places } = await eventPageAt(this.log, found.docs, PAGE_CHARACTERS);
      hasMore = found.hasMore || places < found.docs.length;
      through = hasMore ? (found.docs[places - 1]?.position ?? end) : end;
      yield { events, unreadable, read: places, through };
    }
    if (until <= indexed) return;
    const rest = { after: Math.max(after, indexed), until, pageSize: page, skipsUnreadable: true };
    yield* scanTenant(this.log, tenantId, rest);
  }

  /** A range of positions that holds every event of the tenant from `from` to `to`, up to `head`. */
  async positionsBetween(tenantId: string, from: Instant, to: Instant, head: Position): Promise<PositionRange> {
    const { after, until = head } = await publicPositionsBetween(publicEventsOf(this.documents, tenantId), {
      from,
      to,
      head,
    });
    return { after, until: Math.min(until, head) };
  }
}
