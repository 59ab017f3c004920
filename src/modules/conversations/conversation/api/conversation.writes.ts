import { Inject, Injectable } from '@nestjs/common';
import type { Outcome } from '../../../../engine/commands/command-runner.js';
import {
  type Basis,
  type ConditionalCommand,
  ConditionalCommands,
} from '../../../../engine/commands/conditional-commands.js';
import { judgedAgainAt } from '../../../../engine/commands/stale-basis.js';
import { matchPath } from '../../../../http/fields/match-path.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { MessageReader } from '../../message/application/message.reader.js';
import type { ListedParticipantDto } from '../../participant/api/listed-participant.dto.js';
import { MembershipService } from '../../participant/api/membership.service.js';
import { UsersReadStatus } from '../../participant/application/users-read-status.service.js';
import { ConversationReader, type Open } from '../application/conversation.reader.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import { ConversationUndo } from '../application/conversation-undo.service.js';
import { MessageGates } from '../application/message-gates.service.js';
import { ChangeConversation, OpenConversation, ReplaceConversation } from '../domain/conversation.commands.js';
import type { Conversation } from '../domain/conversation.state.js';
import type { NewMember } from '../domain/membership.commands.js';
import type { CreateConversationDto, PatchConversationDto, ReplaceConversationDto } from './conversation-writes.dto.js';

/** `GET /conversations/unread` is another call. A conversation that has the id from before keeps it. */
const RESERVED_ID = 'unread';

/** Collects the facts that a write of a conversation needs, then sends its one command. */
@Injectable()
export class ConversationWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationReader) private readonly access: ConversationReader,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(MembershipService) private readonly newMember: MembershipService,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(MessageGates) private readonly gates: MessageGates,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
    @Inject(ConversationUndo) private readonly undo: ConversationUndo,
    @Inject(UsersReadStatus) private readonly readStatus: UsersReadStatus,
  ) {}

  /**
   * Returns whether the conversation is erased by now, where a request is repeated. `judge` sees the type that the
   * conversation rests on.
   */
  async open(ctx: RequestContext, body: CreateConversationDto, judge?: (basis: Basis) => Promise<void>) {
    if (body.id === RESERVED_ID) rejectAt('id', 'errors.field.reserved');
    const contentOf = this.contents(ctx, body.id, body);
    let meta: CommandMeta | undefined;
    const { state } = await this.sendConditional(ctx, {
      judge: async (basis) => {
        await judge?.(basis);
        return contentOf(basis, 0);
      },
      send: (content, given) => {
        meta ??= ctx.meta();
        return this.commands.send(ctx, new OpenConversation(body.id, content, { ...meta, given }));
      },
    });
    await this.commands.settle(ctx);
    if (state.status !== 'removed') return false;
    return state.erased !== undefined || reject('errors.conversation.removed');
  }

  /** Returns whether this opened it. */
  async replace(ctx: RequestContext, id: string, body: ReplaceConversationDto): Promise<boolean> {
    matchPath('conversation_id', id, body.id);
    const { tenantId } = ctx.caller;
    mustBelong(body.participants ?? [], { tenantId, id });
    const { lastSequence } = await this.messages.end(tenantId, id);
    const open = await this.access.find(tenantId, id);
    if (!open && id === RESERVED_ID) rejectAt('conversation_id', 'errors.field.reserved');
    const isOtherType = open !== undefined && open.conversationTypeId !== body.conversation_type_id;
    const seen = isOtherType ? { seen: await this.readStatus.furthest(tenantId, id, open) } : {};
    const contentOf = this.contents(ctx, id, body, open);
    const archived = body.archived === undefined ? {} : { archived: body.archived };
    let meta: CommandMeta | undefined;
    const { events } = await this.sendConditional(ctx, {
      judge: (basis) => contentOf(basis, lastSequence),
      send: (content, given) => {
        meta ??= ctx.meta();
        const wish = { ...content, ...archived, sharing: { ...content.sharing, ...seen }, ifMatch: ctx.ifMatch };
        return this.commands.send(ctx, new ReplaceConversation(id, wish, { ...meta, given }));
      },
    });
    if (meta) await this.gates.openAfter(id, events, meta);
    await this.commands.settle(ctx);
    return events.some(({ type }) => type === 'ConversationOpened');
  }

  async change(ctx: RequestContext, id: string, body: PatchConversationDto): Promise<void> {
    const isMerge = ctx.isMergePatch && (body.conversation_data ?? undefined) !== undefined;
    const change = () => this.changeOnce(ctx, id, body);
    await (isMerge ? this.commands.onLatest(ctx, change) : change());
  }

  private async changeOnce(ctx: RequestContext, id: string, body: PatchConversationDto): Promise<void> {
    await this.access.open(ctx.caller, id);
    if (body.id !== undefined && body.id !== id) rejectAt('id', 'errors.field.mismatch');
    const { description, archived, conversation_data: wanted } = body;
    const patch = {
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(archived === undefined ? {} : { archived }),
      ifMatch: ctx.ifMatch,
    };
    const meta = ctx.meta();
    const send = (data: ChangeConversation['data'], given: CommandMeta['given'] = []) =>
      this.commands.send<Conversation>(ctx, new ChangeConversation(id, { ...patch, ...data }, { ...meta, given }));
    const { events } =
      wanted === undefined
        ? await send({})
        : await this.sendConditional(ctx, {
            judge: (basis) => this.newData(ctx, basis, id, wanted),
            // The conversation may have another type by now.
            send: (data, given) => judgedAgainAt('errors.position.not_reached', () => send(data, given)),
          });
    await this.gates.openAfter(id, events, meta);
    await this.commands.settle(ctx);
  }

  async archive(ctx: RequestContext, id: string): Promise<void> {
    await this.access.open(ctx.caller, id);
    const { position } = await this.gates.archive(id, { ifMatch: ctx.ifMatch }, ctx.meta());
    ctx.reached(position);
    await this.commands.settle(ctx);
  }

  /** A conversation rests on its type: that it is there, and its schema. */
  private sendConditional<T>(
    ctx: RequestContext,
    command: Omit<ConditionalCommand<T, Outcome<Conversation>>, 'undo'>,
  ): Promise<Outcome<Conversation>> {
    return this.conditional.send(ctx.caller.tenantId, {
      ...command,
      undo: (outcome) => this.undo.undo(outcome),
    });
  }

  /** Data by the schema of the present type, with the type. */
  private async newData(ctx: RequestContext, basis: Basis, id: string, wanted: Record<string, unknown> | null) {
    const { conversationTypeId: dataFor } = await this.access.open(ctx.caller, id);
    const type = await this.content.typeOf(basis, dataFor);
    const { tenantId } = basis;
    const owner = { tenantId, conversationId: id };
    const file = ctx.large?.data;
    if (wanted === null || !ctx.isMergePatch) {
      const given = { value: wanted ?? undefined, file };
      return { data: (await this.content.checked(owner, type, given)) ?? null, dataFor };
    }
    const known = await this.content.refTo(tenantId, id);
    const data = await this.content.checkedMerge(owner, type, { value: wanted, file }, known);
    return { data: data ?? null, dataFor, mergedWith: known?.digest ?? null };
  }

  /** Judges a body by its type. Participants are made once, so that they keep their ids. */
  private contents(ctx: RequestContext, id: string, body: CreateConversationDto | ReplaceConversationDto, open?: Open) {
    const { conversation_type_id: conversationTypeId, description, participants: wanted = [] } = body;
    let members: Promise<readonly NewMember[]> | undefined;
    return async (basis: Basis, fromSequence: number) => {
      const type = await this.content.typeOf(basis, conversationTypeId);
      const given = { value: body.conversation_data, file: ctx.large?.data };
      const data = await this.content.checked({ tenantId: basis.tenantId, conversationId: id }, type, given);
      members ??= this.newMember.toNewMembers(ctx, wanted, fromSequence, { prefix: 'participants.', open });
      const participants = await members;
      return {
        conversationTypeId,
        participants,
        sharing: this.newMember.sharingOf(type, fromSequence),
        ...(description ? { description } : {}),
        ...(data ? { data } : {}),
      };
    };
  }
}

/** @throws Rejection 400 at a participant of another conversation, or without an id */
function mustBelong(participants: readonly ListedParticipantDto[], conversation: { tenantId: string; id: string }) {
  for (const [i, participant] of participants.entries()) {
    const { id, user_id, conversation_id = conversation.id, tenant_id = conversation.tenantId } = participant;
    if (id === undefined && user_id === undefined) rejectAt(`participants.${i}.id`, 'errors.field.required');
    if (conversation_id !== conversation.id) rejectAt(`participants.${i}.conversation_id`, 'errors.field.mismatch');
    if (tenant_id !== conversation.tenantId) rejectAt(`participants.${i}.tenant_id`, 'errors.field.mismatch');
  }
}
