import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../../../http/pipeline/request-context.js';
import { matchPath } from '../../../http/fields/match-path.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { rejectAt } from '../../../kernel/rejection.js';
import { MessageAccess } from '../../message/application/message.reader.js';
import { ParticipantJoining } from '../../participant/api/membership.service.js';
import { ConversationAccess } from '../application/conversation.reader.js';
import {
  ArchiveConversation,
  ChangeConversation,
  OpenConversation,
  ReplaceConversation,
} from '../domain/conversation.commands.js';
import { ConversationContent } from '../application/conversation-data.service.js';
import type { CreateConversationDto, PatchConversationDto, ReplaceConversationDto } from './conversation-writes.dto.js';

/** What must be known before a conversation is opened or changed, then the one command that does it. */
@Injectable()
export class ConversationWrites {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(ConversationAccess) private readonly access: ConversationAccess,
    @Inject(ConversationContent) private readonly content: ConversationContent,
    @Inject(ParticipantJoining) private readonly joining: ParticipantJoining,
    @Inject(MessageAccess) private readonly messages: MessageAccess,
  ) {}

  async open(here: Exchange, body: CreateConversationDto): Promise<void> {
    const content = await this.contentOf(here, body, 0);
    await this.writes.done(here, new OpenConversation(body.id, content, here.meta()));
  }

  /** Whether it was opened by this. */
  async replace(here: Exchange, id: string, body: ReplaceConversationDto): Promise<boolean> {
    matchPath('conversation_id', id, body.id);
    for (const [i, { id: own, user_id }] of (body.participants ?? []).entries()) {
      if (own === undefined && user_id === undefined) rejectAt(`participants.${i}.id`, 'errors.field.required');
    }
    const { lastSequence } = await this.messages.end(here.caller.tenantId, id);
    const content = await this.contentOf(here, body, lastSequence);
    const archived = body.archived === undefined ? {} : { archived: body.archived };
    const command = new ReplaceConversation(id, { ...content, ...archived, ifMatch: here.ifMatch }, here.meta());
    const { events } = await this.writes.done(here, command);
    return events.some(({ type }) => type === 'ConversationOpened');
  }

  async change(here: Exchange, id: string, body: PatchConversationDto): Promise<void> {
    const open = await this.access.open(here.caller, id);
    if (body.id !== undefined && body.id !== id) rejectAt('id', 'errors.field.mismatch');
    const { description, archived, conversation_data: wanted } = body;
    const data = wanted === undefined ? {} : { data: await this.newData(here, open.conversationTypeId, wanted) };
    const patch = {
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(archived === undefined ? {} : { archived }),
      ...data,
      ifMatch: here.ifMatch,
    };
    await this.writes.done(here, new ChangeConversation(id, patch, here.meta()));
  }

  async archive(here: Exchange, id: string): Promise<void> {
    await this.access.open(here.caller, id);
    await this.writes.done(here, new ArchiveConversation(id, { ifMatch: here.ifMatch }, here.meta()));
  }

  private async newData({ caller }: Exchange, typeId: string, wanted: Record<string, unknown> | null) {
    const type = await this.content.typeOf(caller.tenantId, typeId);
    return (await this.content.checked(caller.tenantId, type, wanted ?? undefined)) ?? null;
  }

  private async contentOf(here: Exchange, body: CreateConversationDto | ReplaceConversationDto, fromSequence: number) {
    const { tenantId } = here.caller;
    const { conversation_type_id: conversationTypeId, description, participants = [] } = body;
    const type = await this.content.typeOf(tenantId, conversationTypeId);
    const data = await this.content.checked(tenantId, type, body.conversation_data);
    const joining = await this.joining.toJoining(here, participants, fromSequence, 'participants.');
    const sharing = await this.joining.sharingFor(here, conversationTypeId, fromSequence);
    return {
      conversationTypeId,
      participants: joining,
      ...(description ? { description } : {}),
      ...(data ? { data } : {}),
      ...(sharing ? { sharing } : {}),
    };
  }
}
