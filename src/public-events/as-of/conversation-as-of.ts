import { type ConversationListItem, conversationList } from '../../../projections/conversation-list/projection.js';
import { type StreamFold, stateAsOf } from '../../engine/log/as-of.js';
import type { EventLog } from '../../engine/log/event-log.js';
import { newestAt } from '../../engine/log/stream-search.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { later } from '../../kernel/instant.js';
import { parseStreamName, streamName } from '../../kernel/stream.js';
import { type LruCache, lruCache } from '../../lib/lru-cache.js';
import type { MessageClosureEvent, MessageEvent } from '../../modules/conversations/message/domain/message.events.js';
import {
  type MessagesEnd,
  messagesEndAt,
  NO_MESSAGES,
} from '../../modules/conversations/message/domain/messages-end.events.js';
import { conversationConcerned } from '../published/conversation-concerned.js';
import type { PublishableEvent, PublishedEvent } from '../published/published-event.js';

/** The participant whose read marker all users of a conversation share. */
export interface SharedMarker {
  readonly participantId: string;
  readonly fromSequence: number;
}

/** A conversation folded from its own stream up to `position`. */
interface Row {
  readonly item: ConversationListItem;
  readonly position: Position;
  /** Position of the event that set `item.updatedAt`. */
  readonly updatedBy: Position;
  readonly shared?: SharedMarker;
}

export const messageStream = ({ tenantId, conversationId }: PublishedEvent): string =>
  streamName('messageLog', tenantId, conversationId);

const conversationStream = ({ tenantId, conversationId }: PublishedEvent): string =>
  streamName('conversation', tenantId, conversationId);

function evolveRow(row: Row | undefined, event: Recorded<PublishableEvent>): Row | undefined {
  if (row && event.meta.position <= row.position) return row;
  const item = conversationList.evolve(row?.item, event);
  if (!item) return undefined;
  const { at, position } = event.meta;
  const shared = sharedMarkerAfter(row?.shared, event);
  const updatedBy = item.updatedAt === at ? position : (row?.updatedBy ?? 0);
  return { item, position, updatedBy, ...(shared ? { shared } : {}) };
}

const rowFold: StreamFold<Row | undefined> = { initial: undefined, evolve: evolveRow };

function sharedMarkerAfter(known: SharedMarker | undefined, { type, data }: PublishableEvent) {
  if (type === 'ParticipantJoined' && data.kind === 'SHARED') return data;
  return type === 'ParticipantLeft' && data.participantId === known?.participantId ? undefined : known;
}

const isMessage = (event: Recorded<PublishableEvent>): event is Recorded<MessageEvent> =>
  event.type === 'MessagePosted' || event.type === 'MessageDeleted' || event.type === 'AssetStatusChanged';

/** Conversations as of an event. Events must be given in the order of the log, because states are cached and advanced. */
export class ConversationAsOf {
  private readonly rows: LruCache<string, Row>;
  private readonly ends: LruCache<string, MessagesEnd>;

  /** @param budget bytes of memory */
  constructor(
    private readonly log: EventLog,
    budget: number,
  ) {
    this.rows = lruCache({ bytes: (3 * budget) / 4 });
    this.ends = lruCache({ bytes: budget / 4 });
  }

  /** Advances the cached states. Every published event needs it, before any question about the event. */
  advance(published: PublishedEvent): void {
    const { event } = published;
    const key = conversationStream(published);
    if (isMessage(event)) this.ends.set(key, messagesEndAt(event));
    if (event.type === 'ConversationOpened') this.ends.set(key, NO_MESSAGES);
    if (isMessage(event) || event.type === 'MessageSeen') return;
    const known = this.rows.get(key);
    const row = known || event.type === 'ConversationOpened' ? evolveRow(known, event) : undefined;
    if (row) this.rows.set(key, row);
  }

  /** Forgets the conversation of an event that this version cannot read, so that no state without it is shown. */
  passOver(stream: string): void {
    const conversationId = conversationConcerned(stream);
    if (conversationId === undefined) return;
    const key = streamName('conversation', parseStreamName(stream).tenantId, conversationId);
    this.rows.delete(key);
    this.ends.delete(key);
  }

  /** The conversation as `GET` shows it right after the event. */
  async conversation(published: PublishedEvent): Promise<ConversationListItem> {
    const { item, updatedBy } = await this.row(published);
    if (item.updatedAt === published.event.meta.at) return item;
    const { at, position } = await this.end(published);
    return at !== undefined && position > updatedBy ? { ...item, updatedAt: later(item.updatedAt, at) } : item;
  }

  async shared(published: PublishedEvent): Promise<SharedMarker | undefined> {
    return (await this.row(published)).shared;
  }

  async end(published: PublishedEvent): Promise<MessagesEnd> {
    const key = conversationStream(published);
    const known = this.ends.get(key);
    if (known) return known;
    const newest = await newestAt(this.log, messageStream(published), published.event.meta.position);
    const end = newest ? messagesEndAt(newest as Recorded<MessageEvent | MessageClosureEvent>) : NO_MESSAGES;
    this.ends.set(key, end);
    return end;
  }

  private async row(published: PublishedEvent): Promise<Row> {
    const stream = conversationStream(published);
    const known = this.rows.get(stream);
    if (known) return known;
    const { position } = published.event.meta;
    const { state: row } = await stateAsOf(this.log, stream, rowFold, { position });
    if (!row) throw new Error(`${stream} has no events up to position ${position}`);
    this.rows.set(stream, row);
    return row;
  }
}
