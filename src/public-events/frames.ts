import { messageLog } from '../../projections/message-log/projection.js';
import type { EventLog } from '../engine/log/event-log.js';
import { eventAt, firstVersion } from '../engine/log/stream-search.js';
import { writePosition } from '../http/fields/positions.js';
import type { Recorded } from '../kernel/event.js';
import { parseInnerId, parseStreamName } from '../kernel/stream.js';
import { toConversationDto } from '../modules/conversation/api/conversation.dto.js';
import type { MembershipEvent } from '../modules/conversation/domain/membership.events.js';
import { toMessageDto } from '../modules/message/api/message.dto.js';
import type { MessageDeleted, MessageEvent, MessagePosted } from '../modules/message/domain/message.events.js';
import { toParticipantDto } from '../modules/participant/api/participant.dto.js';
import type { MessageSeen } from '../modules/participant/domain/participant.events.js';
import { ConversationAsOf, messageStream } from './conversation-as-of.js';
import type { Frame, FrameReadStatus } from './frame.js';
import { participantAsOf } from './participant-as-of.js';
import { type Publication, type PublishedEvent, publicationsOf } from './published-event.js';
import { sharedMarkerAsOf } from './read-marker-as-of.js';

/** What a frame shows; undefined: there is nothing to tell. */
export type Shown = Pick<Frame, 'conversation' | 'message' | 'participant' | 'read_status'> | undefined;

const framed = (type: Frame['type'], { event: { meta }, conversationId }: PublishedEvent, shown: Shown): Frame => ({
  type,
  id: meta.id,
  position: writePosition(meta.position),
  occurred_at: meta.at,
  conversation_id: conversationId,
  ...shown,
});

/**
 * Events as subscribers see them: what GET gave at that event, live and replayed alike. One of these walks through the
 * log once, in its order.
 */
export class Frames {
  private readonly conversations: ConversationAsOf;
  private readonly show: Readonly<Record<Publication['shows'], (told: PublishedEvent) => Promise<Shown>>> = {
    conversation: (told) => this.conversation(told),
    message: (told) => this.deletedMessage(told),
    participant: (told) => this.participant(told),
    readStatus: async (told) => ({ read_status: { participant_id: readerIn(told), ...(await this.readStatus(told)) } }),
    sharedReadStatus: async (told) =>
      (await this.conversations.shared(told))?.participantId === readerIn(told)
        ? { read_status: await this.readStatus(told) }
        : undefined,
  };

  constructor(private readonly log: EventLog) {
    this.conversations = new ConversationAsOf(log);
  }

  /** Of an event that nobody listens to. */
  pass(told: PublishedEvent): void {
    this.conversations.reach(told);
  }

  /** At once for what happens most, a post. */
  of(told: PublishedEvent): readonly Frame[] | Promise<readonly Frame[]> {
    this.conversations.reach(told);
    const { event } = told;
    if (event.type !== 'MessagePosted') return this.looked(told);
    return publicationsOf(event.type).map(({ type }) => framed(type, told, posted(event)));
  }

  /** One member of a frame alone, for who tells of events in other words than the socket's. */
  shown(told: PublishedEvent, shows: Publication['shows']): Shown | Promise<Shown> {
    this.conversations.reach(told);
    return told.event.type === 'MessagePosted' ? posted(told.event) : this.show[shows](told);
  }

  private async looked(told: PublishedEvent): Promise<readonly Frame[]> {
    const frames: Frame[] = [];
    for (const { type, shows } of publicationsOf(told.event.type)) {
      const shown = await this.show[shows](told);
      if (shown) frames.push(framed(type, told, shown));
    }
    return frames;
  }

  private async conversation(told: PublishedEvent): Promise<Shown> {
    return { conversation: toConversationDto(await this.conversations.conversation(told), told.event.meta.at) };
  }

  private async deletedMessage(told: PublishedEvent): Promise<Shown> {
    const event = told.event as Recorded<MessageDeleted>;
    const { sequence } = event.data;
    const reached = (other: Recorded) => sequenceAt(other as Recorded<MessageEvent>) >= sequence;
    const version = await firstVersion(this.log, messageStream(told), reached);
    const first = (await eventAt(this.log, messageStream(told), version)) as Recorded<MessagePosted> | undefined;
    const row = messageLog.evolve(first && messageLog.evolve(undefined, first), event);
    return row && { message: toMessageDto(row) };
  }

  private async participant(told: PublishedEvent): Promise<Shown> {
    const entry = await participantAsOf(this.log, told.event as Recorded<MembershipEvent>);
    if (!entry) return undefined;
    const end = await this.conversations.end(told);
    const shared = entry.kind === 'USER' ? await this.conversations.shared(told) : undefined;
    const own = { participantId: entry.id, fromSequence: entry.seen };
    const isNew = told.event.type === 'ParticipantJoined';
    const seen = isNew && !shared ? entry.seen : await sharedMarkerAsOf(this.log, told, shared ?? own, end);
    return { participant: toParticipantDto(entry, { seen, unread: Math.max(0, end.sequence - seen) }) };
  }

  private async readStatus(told: PublishedEvent): Promise<FrameReadStatus> {
    const { sequence: seen } = (told.event as Recorded<MessageSeen>).data;
    const end = await this.conversations.end(told);
    return { last_message_seen: seen, unread_message_count: Math.max(0, end.sequence - seen) };
  }
}

function posted(event: Recorded<MessagePosted>): Shown {
  const row = messageLog.evolve(undefined, event);
  return row && { message: toMessageDto(row) };
}

const readerIn = ({ event }: PublishedEvent): string => parseInnerId(parseStreamName(event.meta.stream).id)[1];

const sequenceAt = ({ type, data }: Recorded<MessageEvent>): number =>
  type === 'MessagePosted' ? data.sequence : data.lastSequence;
