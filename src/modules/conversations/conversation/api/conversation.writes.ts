import { Inject, Injectable } from '@nestjs/common';
import { matchPath } from '../../../../http/fields/match-path.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { MembershipService } from '../../participant/api/membership.service.js';
import { ConversationReader } from '../application/conversation.reader.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import {
  ArchiveConversation,
  ChangeConversation,
  OpenConversation,
  ReplaceConversation,
} from '../domain/conversation.commands.js';
import type { CreateConversationDto, PatchConversationDto, ReplaceConversationDto } from './conversation-writes.dto.js';

/** Collects the facts that a write of a conversation needs, then sends its one command. */
@Injectable()
export class ConversationWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationReader) private readonly access: ConversationReader,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(MembershipService) private readonly newMember: MembershipService,
    @Inject(MessageReader) private readonly messages: MessageReader,
  ) {}

  async open(ctx: RequestContext, body: CreateConversationDto): Promise<void> {
    const content = await this.contentOf(ctx, body, 0);
    await this.commands.sendAndWait(ctx, new OpenConversation(body.id, content, ctx.meta()));
  }

  /** Whether it was opened by this. */
  async replace(ctx: RequestContext, id: string, body: ReplaceConversationDto): Promise<boolean> {
    matchPath('conversation_id', id, body.id);
    for (const [i, { id: own, user_id }] of (body.participants ?? []).entries()) {
      if (own === undefined && user_id === undefined) rejectAt(`participants.${i}.id`, 'errors.field.required');
    }
    const { lastSequence } = await this.messages.end(ctx.caller.tenantId, id);
    const content = await this.contentOf(ctx, body, lastSequence);
    const archived = body.archived === undefined ? {} : { archived: body.archived };
    const command = new ReplaceConversation(id, { ...content, ...archived, ifMatch: ctx.ifMatch }, ctx.meta());
    const { events } = await this.commands.sendAndWait(ctx, command);
    return events.some(({ type }) => type === 'ConversationOpened');
  }

  async change(ctx: RequestContext, id: string, body: PatchConversationDto): Promise<void> {
    const isMerge = ctx.isMergePatch && (body.conversation_data ?? undefined) !== undefined;
    const change = () => this.changeOnce(ctx, id, body);
    await (isMerge ? this.commands.onLatest(ctx, change) : change());
  }

  private async changeOnce(ctx: RequestContext, id: string, body: PatchConversationDto): Promise<void> {
    const open = await this.access.open(ctx.caller, id);
    if (body.id !== undefined && body.id !== id) rejectAt('id', 'errors.field.mismatch');
    const { description, archived, conversation_data: wanted } = body;
    const data = wanted === undefined ? {} : await this.newData(ctx, id, open.conversationTypeId, wanted);
    const patch = {
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(archived === undefined ? {} : { archived }),
      ...data,
      ifMatch: ctx.ifMatch,
    };
    await this.commands.sendAndWait(ctx, new ChangeConversation(id, patch, ctx.meta()));
  }

  async archive(ctx: RequestContext, id: string): Promise<void> {
    await this.access.open(ctx.caller, id);
    await this.commands.sendAndWait(ctx, new ArchiveConversation(id, { ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  private async newData(ctx: RequestContext, id: string, typeId: string, wanted: Record<string, unknown> | null) {
    const { tenantId } = ctx.caller;
    const type = await this.content.typeOf(tenantId, typeId);
    const file = ctx.large?.data;
    if (wanted === null || !ctx.isMergePatch) {
      return { data: (await this.content.checked(tenantId, type, { value: wanted ?? undefined, file })) ?? null };
    }
    const known = await this.content.refTo(tenantId, id);
    const data = await this.content.checkedMerge(tenantId, type, { value: wanted, file }, known);
    return { data: data ?? null, mergedWith: known?.digest ?? null };
  }

  private async contentOf(
    ctx: RequestContext,
    body: CreateConversationDto | ReplaceConversationDto,
    fromSequence: number,
  ) {
    const { tenantId } = ctx.caller;
    const { conversation_type_id: conversationTypeId, description, participants = [] } = body;
    const type = await this.content.typeOf(tenantId, conversationTypeId);
    const data = await this.content.checked(tenantId, type, {
      value: body.conversation_data,
      file: ctx.large?.data,
    });
    const newMember = await this.newMember.toNewMembers(ctx, participants, fromSequence, 'participants.');
    const sharing = await this.newMember.sharingFor(ctx, conversationTypeId, fromSequence);
    return {
      conversationTypeId,
      participants: newMember,
      ...(description ? { description } : {}),
      ...(data ? { data } : {}),
      ...(sharing ? { sharing } : {}),
    };
  }
}
