import { type MessageRow, messageLog } from '../../../projections/message-log/projection.js';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { writePosition } from '../../catalogue/positions.js';
import type { EventLog } from '../../engine/log/event-log.js';
import { eventAt, firstVersion } from '../../engine/log/stream-search.js';
import type { Recorded } from '../../kernel/event.js';
import { toConversationDto } from '../../modules/conversations/conversation/api/conversation.dto.js';
import type { MembershipEvent } from '../../modules/conversations/conversation/domain/membership.events.js';
import { toMessageDto } from '../../modules/conversations/message/api/message.dto.js';
import type { MessageEvent, MessagePosted } from '../../modules/conversations/message/domain/message.events.js';
import {
  toErasedParticipantDto,
  toParticipantDto,
} from '../../modules/conversations/participant/api/participant.dto.js';
import type { MessageSeen } from '../../modules/conversations/participant/domain/participant.events.js';
import type { AssetLinks } from '../../ports/media/asset-links.js';
import { ConversationAsOf, messageStream } from '../as-of/conversation-as-of.js';
import { participantAsOf } from '../as-of/participant-as-of.js';
import { SharedMarkers } from '../as-of/read-marker-as-of.js';
import { UsersNames } from '../as-of/users-name.js';
import type { DeletedSince } from '../published/deleted-since.js';
import { type Publication, type PublishedEvent, publicationsOf, readerIn } from '../published/published-event.js';
import type { Frame, FrameReadStatus } from './frame.js';

/** The member of a frame that shows a resource; undefined when the event has nothing to show. */
export type Shown = Pick<Frame, 'conversation' | 'message' | 'participant' | 'read_status'> | undefined;

const framed = (type: Frame['type'], { event: { meta }, conversationId }: PublishedEvent, shown: Shown): Frame => ({
  type,
  id: meta.id,
  position: writePosition(meta.position),
  occurred_at: meta.at,
  conversation_id: conversationId,
  ...shown,
});

export interface FrameParts {
  /** The known deletions. Without them, events are shown as they were. */
  readonly deleted?: DeletedSince;
  /** URLs of assets; without it assets are shown without. */
  readonly links?: AssetLinks | undefined;
  /** Bytes of memory for conversations. */
  readonly budget?: number;
}

/**
 * Frames of events, live or replayed, with resources as `GET` showed them right after the event. A message deleted
 * since is shown as deleted; of a conversation removed since nothing is shown. An instance gets every published event
 * of the log, in order, by `of`, `shown` or `advance`.
 */
export class Frames {
  private readonly conversations: ConversationAsOf;
  private readonly markers: SharedMarkers;
  private readonly names: UsersNames;
  private readonly show: Readonly<Record<Publication['shows'], (published: PublishedEvent) => Promise<Shown>>> = {
    conversation: (published) => this.conversation(published),
    message: (published) => this.changedMessage(published),
    participant: (published) => this.participant(published),
    readStatus: async (published) => ({
      read_status: { participant_id: readerIn(published), ...(await this.readStatus(published)) },
    }),
    sharedReadStatus: async (published) =>
      (await this.conversations.shared(published))?.participantId === readerIn(published)
        ? { read_status: await this.readStatus(published) }
        : undefined,
  };

  private readonly deleted: DeletedSince | undefined;
  private readonly links: AssetLinks | undefined;

  constructor(
    private readonly log: EventLog,
    { deleted, links, budget = cacheBudgets.publishedConversations }: FrameParts = {},
  ) {
    this.deleted = deleted;
    this.links = links;
    this.conversations = new ConversationAsOf(log, (6 / 8) * budget);
    this.markers = new SharedMarkers(log, budget / 8);
    this.names = new UsersNames(log, budget / 8);
  }

  /** For an event whose frames are not needed. */
  advance(published: PublishedEvent): void {
    this.conversations.advance(published);
  }

  /** The name that clients see the user of the frame under; undefined: their own, or the frame shows no user. */
  usersName(published: PublishedEvent, { participant }: Frame): Promise<string | undefined> | undefined {
    if (participant?.kind !== 'USER') return undefined;
    const typeOf = async () => (await this.conversations.conversation(published)).conversationTypeId;
    return this.names.of(published.tenantId, typeOf);
  }

  /** For an event that this version cannot read. */
  passOver(stream: string): void {
    this.conversations.passOver(stream);
  }

  /** Synchronous for the most frequent event, a posted message. */
  of(published: PublishedEvent): readonly Frame[] | Promise<readonly Frame[]> {
    this.conversations.advance(published);
    if (this.deleted?.isRemoved(published)) return [];
    const { event } = published;
    if (event.type !== 'MessagePosted') return this.build(published);
    return publicationsOf(event.type).map(({ type }) => framed(type, published, this.posted(event)));
  }

  /** The resource of an event without the frame around it. Synchronous for a posted message. */
  shown(published: PublishedEvent, shows: Publication['shows']): Shown | Promise<Shown> {
    this.conversations.advance(published);
    if (this.deleted?.isRemoved(published)) return undefined;
    return published.event.type === 'MessagePosted' ? this.posted(published.event) : this.show[shows](published);
  }

  private posted(event: Recorded<MessagePosted>): Shown {
    return this.message(event, messageLog.evolve(undefined, event));
  }

  /** The message of an event after it, or as deleted where it is by now. */
  private message(event: Recorded<MessageEvent>, then: MessageRow | undefined): Shown {
    const row = this.deleted?.of(event, then) ?? then;
    return row && { message: toMessageDto(row, this.links) };
  }

  private async build(published: PublishedEvent): Promise<readonly Frame[]> {
    const frames: Frame[] = [];
    for (const { type, shows } of publicationsOf(published.event.type)) {
      const shown = await this.show[shows](published);
      if (shown) frames.push(framed(type, published, shown));
    }
    return frames;
  }

  private async conversation(published: PublishedEvent): Promise<Shown> {
    const then = await this.conversations.conversation(published);
    const item = (await this.deleted?.withoutErased(published.tenantId, then)) ?? then;
    return { conversation: toConversationDto(item, published.event.meta.at) };
  }

  private async changedMessage(published: PublishedEvent): Promise<Shown> {
    const event = published.event as Recorded<Exclude<MessageEvent, MessagePosted>>;
    const { sequence } = event.data;
    const isReached = (other: Recorded) => sequenceAt(other as Recorded<MessageEvent>) >= sequence;
    const version = await firstVersion(this.log, messageStream(published), isReached);
    const first = (await eventAt(this.log, messageStream(published), version)) as Recorded<MessagePosted> | undefined;
    return this.message(event, messageLog.evolve(first && messageLog.evolve(undefined, first), event));
  }

  private async participant(published: PublishedEvent): Promise<Shown> {
    const entry = await participantAsOf(this.log, published.event as Recorded<MembershipEvent>);
    if (!entry) return undefined;
    const isErased = this.deleted?.hasErased(published.event as Recorded<MembershipEvent>);
    if (isErased || published.event.meta.erased) {
      return { participant: toErasedParticipantDto(entry.id, entry.kind) };
    }
    const end = await this.conversations.end(published);
    const shared = entry.kind === 'USER' ? await this.conversations.shared(published) : undefined;
    const own = { participantId: entry.id, fromSequence: entry.seen };
    const isNew = published.event.type === 'ParticipantJoined';
    const seen = isNew && !shared ? entry.seen : await this.markers.seen(published, shared ?? own, end);
    return { participant: toParticipantDto(entry, { seen, unread: Math.max(0, end.sequence - seen) }) };
  }

  private async readStatus(published: PublishedEvent): Promise<FrameReadStatus> {
    const { sequence: seen } = (published.event as Recorded<MessageSeen>).data;
    const end = await this.conversations.end(published);
    return { last_message_seen: seen, unread_message_count: Math.max(0, end.sequence - seen) };
  }
}

const sequenceAt = ({ type, data }: Recorded<MessageEvent>): number =>
  type === 'MessagePosted' ? data.sequence : data.lastSequence;
