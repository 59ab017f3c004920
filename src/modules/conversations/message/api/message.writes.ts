import { Inject, Injectable } from '@nestjs/common';
import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { messageLog } from '../../../../../projections/message-log/projection.js';
import { lastSequence, messageOfSource, messagesOf, oneMessage } from '../../../../../projections/message-log/reads.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { equal } from '../../../../kernel/equal.js';
import type { Recorded } from '../../../../kernel/event.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import { meets } from '../../../../kernel/revision.js';
import { streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { LocationAddresses } from '../../../reach/geocoder/application/location-addresses.service.js';
import {
  ConversationReader,
  type Member,
  type Open,
  readerOf,
  withoutHold,
} from '../../conversation/application/conversation.reader.js';
import { MembershipService } from '../../participant/api/membership.service.js';
import { MessageReader } from '../application/message.reader.js';
import { lookingAgain, pastGates, refusedOnLatest } from '../application/met-gates.js';
import { DeleteMessage, PostMessage } from '../domain/message.commands.js';
import { messageDecider } from '../domain/message.decider.js';
import type { MessagePosted } from '../domain/message.events.js';
import { authorOf, mayDelete } from './message.access.js';
import { type PostMessageDto, toContent } from './message.dto.js';
import { MessageViews } from './message.views.js';

type PostData = PostMessage['data'];
type SourcedPostData = PostData & { readonly sourceId: string };

/** `again`: the source id was known and means this message. */
export interface Posted {
  readonly row: MessageRow;
  readonly again?: true;
}

const LOOKS = 3;

/** A deleted message, or one of an erased author, has no content. */
const isErased = ({ deletedAt, erased }: MessageRow): boolean => deletedAt !== undefined || erased === true;

/** Posting and deleting: who may, under which source id, what is appended. */
@Injectable()
export class MessageWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MembershipService) private readonly joining: MembershipService,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(LocationAddresses) private readonly addresses: LocationAddresses,
    @Inject(MessageViews) private readonly views: MessageViews,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  /** Durable in the log when the promise resolves. @throws Rejection 400, 403, 404, 409 */
  async post(ctx: RequestContext, conversationId: string, body: PostMessageDto): Promise<Posted> {
    const meta = ctx.meta();
    const { caller, position } = ctx;
    const post = (open: Promise<Open>) => this.postOnce(ctx, conversationId, body, meta, open);
    const onLatest = () => lookingAgain(() => post(this.conversations.open(caller, conversationId)));
    if (this.conversations.isAlone) return onLatest();
    return refusedOnLatest(() => post(this.conversations.followed(caller, conversationId, position)), onLatest);
  }

  private async postOnce(
    ctx: RequestContext,
    conversationId: string,
    body: PostMessageDto,
    meta: PostMessage['meta'],
    opening: Promise<Open>,
  ): Promise<Posted> {
    const open = await opening;
    const brokenOff = await this.brokenOff(ctx, conversationId, meta);
    if (brokenOff) return brokenOff;
    const erased = await this.ofErased(ctx, conversationId, open, body);
    if (erased) return erased;
    const author = authorOf(open, ctx.caller, body.participant_id);
    const said = { content: toContent(body), ...(body.source_id === undefined ? {} : { sourceId: body.source_id }) };
    const speaking = (speaker: Member, as: Open): PostData => ({
      ...said,
      participantId: speaker.id,
      seenBy: readerOf(as, speaker).id,
    });
    if (author && !open.archived) return this.sendPost(ctx, conversationId, speaking(author, open), meta);
    const earlier = await this.earlier(ctx, conversationId, { ...said, participantId: author?.id ?? '', seenBy: '' });
    if (earlier) return earlier;
    if (open.archived) return reject('errors.conversation.archived');
    const joined = await this.joining.joinUser(ctx, conversationId, open, ctx.caller.id);
    const now = await this.conversations.open(ctx.caller, conversationId);
    return this.sendPost(ctx, conversationId, speaking(joined, now), meta);
  }

  /** Nothing where it was deleted before. @throws Rejection 403, 404, 412 */
  async remove(ctx: RequestContext, conversationId: string, id: string): Promise<void> {
    const meta = ctx.meta();
    const open = await this.conversations.open(ctx.caller, conversationId);
    const row = await this.views.one(ctx, conversationId, id);
    if (!mayDelete(open, ctx.caller, row)) reject('errors.forbidden');
    if (!meets(ctx.ifMatch, row.revision)) reject('errors.precondition.failed');
    if (isErased(row)) return;
    withoutHold(open);
    await this.commands.sendAndWait(
      ctx,
      new DeleteMessage(
        conversationId,
        { messageId: id, sequence: row.sequence, ...(row.asset ? { media: true } : {}) },
        meta,
      ),
    );
  }

  /** Finds the message of a keyed request that stopped before its answer, also in a conversation archived since. */
  private async brokenOff(
    ctx: RequestContext,
    conversationId: string,
    meta: PostMessage['meta'],
  ): Promise<Posted | undefined> {
    const stream = streamName(messageDecider.category, meta.tenantId, conversationId);
    const [event] = await this.commands.earlier(ctx, stream, meta);
    const row = event && messageLog.evolve(undefined, event as Recorded<MessagePosted>);
    if (!row) return undefined;
    const known = await oneMessage(messagesOf(this.documents, meta.tenantId), conversationId, row.id);
    return known && isErased(known) ? { row: known, again: true } : { row };
  }

  /** A message of an author who is erased by now. */
  private async ofErased(
    ctx: RequestContext,
    conversationId: string,
    { left }: Open,
    { source_id: sourceId, participant_id: participantId, ...body }: PostMessageDto,
  ): Promise<Posted | undefined> {
    if (sourceId === undefined || participantId === undefined || !left.get(participantId)?.erasedBy) return undefined;
    return this.earlier(ctx, conversationId, { content: toContent(body), participantId, seenBy: '', sourceId });
  }

  private async sendPost(
    ctx: RequestContext,
    conversationId: string,
    posted: PostData,
    meta: PostMessage['meta'],
  ): Promise<Posted> {
    const data = await this.addressed(meta.tenantId, posted);
    if (data.sourceId !== undefined) return this.postWithSourceId(ctx, conversationId, data as SourcedPostData, meta);
    return this.sent(ctx, new PostMessage(conversationId, data, meta)) as Promise<Posted>;
  }

  /** The message with the address of its location, if it has none and one is found in time. */
  private async addressed(tenantId: string, data: PostData): Promise<PostData> {
    const { location, formattedAddress } = data.content;
    if (!location || formattedAddress !== undefined) return data;
    const found = await this.addresses.of(tenantId, location);
    return found === undefined ? data : { ...data, content: { ...data.content, formattedAddress: found } };
  }

  /** Reads the read model again if it is too old at the time of the decision. */
  private async postWithSourceId(
    ctx: RequestContext,
    conversationId: string,
    data: SourcedPostData,
    meta: PostMessage['meta'],
  ) {
    for (let look = 1; ; look++) {
      const found = await this.lookUp(ctx, conversationId, data.sourceId);
      if (typeof found === 'object') return again(found, data);
      try {
        const command = new PostMessage(conversationId, { ...data, freeThrough: found }, meta);
        const posted = await this.sent(ctx, command);
        if (posted) return posted;
        const first = await this.views.ofSource(ctx, conversationId, data.sourceId);
        return again(first ?? reject('errors.position.not_reached'), data);
      } catch (error) {
        const stale = error instanceof Rejection && error.code === 'errors.position.not_reached';
        if (!stale || look === LOOKS) throw error;
        await this.views.caughtUp(ctx);
      }
    }
  }

  /** The message that has the source id, or up to which sequence none has it. */
  private async lookUp(
    { caller }: RequestContext,
    conversationId: string,
    sourceId: string,
  ): Promise<MessageRow | number> {
    if (await this.messages.knowsSource(caller.tenantId, conversationId, sourceId)) return 0;
    const messages = messagesOf(this.documents, caller.tenantId);
    const through = await lastSequence(messages, conversationId);
    return (await messageOfSource(messages, conversationId, sourceId)) ?? through;
  }

  /** undefined: the source id is taken. */
  private async sent(ctx: RequestContext, command: PostMessage): Promise<Posted | undefined> {
    const { events } = await pastGates(() => this.commands.send(ctx, command));
    const [event] = events as readonly Recorded<MessagePosted>[];
    const row = event && messageLog.evolve(undefined, event);
    return row && { row };
  }

  /** Returned also where new messages are refused, so that a repeated request learns that the message was posted. */
  private async earlier(ctx: RequestContext, conversationId: string, data: PostData): Promise<Posted | undefined> {
    if (data.sourceId === undefined) return undefined;
    const row = await this.views.ofSource(ctx, conversationId, data.sourceId);
    return row && again(row, data);
  }
}

/**
 * An address does not count, because the service may have added it. For a deleted or erased message only kind and author
 * count.
 * @throws Rejection 409
 */
function again(row: MessageRow, { participantId, content }: PostData): Posted {
  const { kind, text, location } = row;
  const { kind: askedKind, formattedAddress: _, ...said } = content;
  const same = isErased(row) || equal({ text, location }, said);
  if (row.participantId !== participantId || kind !== askedKind || !same) reject('errors.message.source_id_taken');
  return { row, again: true };
}
