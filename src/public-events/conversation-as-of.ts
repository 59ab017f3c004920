import { type ConversationListItem, conversationList } from '../../projections/conversation-list/projection.js';
import type { EventLog } from '../engine/log/event-log.js';
import { newestAt } from '../engine/log/stream-search.js';
import type { Position, Recorded } from '../kernel/event.js';
import type { Instant } from '../kernel/instant.js';
import { streamName } from '../kernel/stream.js';
import type { MessageEvent } from '../modules/message/domain/message.events.js';
import type { PublishableEvent, PublishedEvent } from './published-event.js';

const KEPT = 5_000;
const PAGE = 500;

export interface SharedMarker {
  readonly participantId: string;
  readonly fromSequence: number;
}

/** A conversation as its own stream tells it, up to `position`. */
interface Row {
  readonly item: ConversationListItem;
  readonly position: Position;
  /** The event that gave `item.updatedAt`. */
  readonly movedBy: Position;
  /** The participant who keeps the read marker that all users share. */
  readonly shared?: SharedMarker;
}

/** The end of a conversation's messages; without any, all is 0. */
export interface End {
  readonly sequence: number;
  readonly version: number;
  readonly position: Position;
  readonly at?: Instant;
}

const NONE: End = { sequence: 0, version: 0, position: 0 };

export const messageStream = ({ tenantId, conversationId }: PublishedEvent): string =>
  streamName('messageLog', tenantId, conversationId);

function folded(row: Row | undefined, event: Recorded<PublishableEvent>): Row | undefined {
  if (row && event.meta.position <= row.position) return row;
  const item = conversationList.evolve(row?.item, event);
  if (!item) return undefined;
  const { at, position } = event.meta;
  const shared = sharedMarker(event) ?? row?.shared;
  const movedBy = item.updatedAt === at ? position : (row?.movedBy ?? 0);
  return { item, position, movedBy, ...(shared ? { shared } : {}) };
}

const sharedMarker = ({ type, data }: PublishableEvent): SharedMarker | undefined =>
  type === 'ParticipantJoined' && data.kind === 'SHARED' ? data : undefined;

const endOf = ({ type, data, meta: { version, position, at } }: Recorded<MessageEvent>): End => ({
  sequence: type === 'MessagePosted' ? data.sequence : data.lastSequence,
  version,
  position,
  at,
});

const isMessage = (event: Recorded<PublishableEvent>): event is Recorded<MessageEvent> =>
  event.type === 'MessagePosted' || event.type === 'MessageDeleted';

/** Conversations as they were when an event happened. Whoever asks walks through the log in its order. */
export class ConversationAsOf {
  private readonly rows = new Map<string, Row>();
  private readonly ends = new Map<string, End>();

  constructor(private readonly log: EventLog) {}

  /** Each event once it is reached, whether or not anything is asked of it: what is remembered stays true. */
  reach({ event, tenantId, conversationId }: PublishedEvent): void {
    const key = streamName('conversation', tenantId, conversationId);
    if (isMessage(event)) keep(this.ends, key, endOf(event));
    if (isMessage(event) || event.type === 'MessageSeen') return;
    const known = this.rows.get(key);
    const row = known || event.type === 'ConversationOpened' ? folded(known, event) : undefined;
    if (row) keep(this.rows, key, row);
  }

  /** As GET shows it right after the event. */
  async conversation(told: PublishedEvent): Promise<ConversationListItem> {
    const { item, movedBy } = await this.row(told);
    if (item.updatedAt === told.event.meta.at) return item;
    const { at, position } = await this.end(told);
    return at !== undefined && position > movedBy ? { ...item, updatedAt: at } : item;
  }

  async shared(told: PublishedEvent): Promise<SharedMarker | undefined> {
    return (await this.row(told)).shared;
  }

  async end(told: PublishedEvent): Promise<End> {
    const key = streamName('conversation', told.tenantId, told.conversationId);
    const known = this.ends.get(key);
    if (known) return known;
    const newest = await newestAt(this.log, messageStream(told), told.event.meta.position);
    const end = newest ? endOf(newest as Recorded<MessageEvent>) : NONE;
    keep(this.ends, key, end);
    return end;
  }

  private async row({ event, tenantId, conversationId }: PublishedEvent): Promise<Row> {
    const stream = streamName('conversation', tenantId, conversationId);
    const known = this.rows.get(stream);
    if (known) return known;
    let row: Row | undefined;
    for (let from = 1; ; from += PAGE) {
      const page = (await this.log.read(stream, { from, limit: PAGE })) as readonly Recorded<PublishableEvent>[];
      const before = page.filter(({ meta }) => meta.position <= event.meta.position);
      row = before.reduce(folded, row);
      if (before.length < PAGE) break;
    }
    if (!row) throw new Error(`${stream} has no events up to position ${event.meta.position}.`);
    keep(this.rows, stream, row);
    return row;
  }
}

function keep<V>(kept: Map<string, V>, key: string, value: V): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= KEPT) return;
  const oldest = kept.keys().next().value;
  if (oldest !== undefined) kept.delete(oldest);
}
