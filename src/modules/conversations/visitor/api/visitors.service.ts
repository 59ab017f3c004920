import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import { CLIENT_AUTH_KEYS, type ClientAuthKeys } from '../../../../ports/identity/client-auth-keys.js';
import { Principals } from '../../../people/auth/application/principals.service.js';
import { ConversationViews } from '../../conversation/api/conversation.views.js';
import { ConversationWrites } from '../../conversation/api/conversation.writes.js';
import { ConversationTypeChecks } from '../../conversation-type/api/conversation-type.checks.js';
import { isSameKey, type KeyedType, readVisitorKey } from '../../conversation-type/application/visitor-key.js';
import { type ConversationType, conversationType } from '../../conversation-type/domain/conversation-type.resource.js';
import { MessageWrites } from '../../message/api/message.writes.js';
import { VisitorsToday } from '../application/visitors-today.service.js';
import type { BeginConversationDto } from './visitor.dto.js';

/** Conversations that visitors of a page begin. */
@Injectable()
export class Visitors {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationTypeChecks) private readonly checks: ConversationTypeChecks,
    @Inject(ConversationWrites) private readonly conversations: ConversationWrites,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(MessageWrites) private readonly messages: MessageWrites,
    @Inject(CLIENT_AUTH_KEYS) private readonly keys: ClientAuthKeys,
    @Inject(VisitorsToday) private readonly today: VisitorsToday,
  ) {}

  /** In the name of the client that the visitor becomes. @throws Rejection 403, 404, 409, 429 */
  async begin(ctx: RequestContext, key: string, { text, ...visitor }: BeginConversationDto) {
    const { tenantId, conversationTypeId } = await this.keyed(key);
    await this.today.count(tenantId);
    const [conversationId, participantId] = [ctx.nextId(), ctx.nextId()];
    const actor = `participant:${participantId}`;
    ctx.caller = { tenantId, role: 'CLIENT_PARTICIPANT', id: participantId, actor, conversationId };
    const wanted = {
      id: conversationId,
      conversation_type_id: conversationTypeId,
      participants: [{ id: participantId, kind: 'CLIENT' as const, ...visitor }],
    };
    const isErased = await this.conversations.open(ctx, wanted, async (basis) => {
      const type = await basis.resource(conversationType, conversationTypeId);
      await this.checks.takesVisitors(tenantId, ofKey(type?.value, key));
    });
    if (isErased) reject('errors.conversation.erased');
    if (text !== undefined) {
      await this.messages.post(ctx, conversationId, { kind: 'TEXT', text });
      await this.commands.settle(ctx);
    }
    const url = await this.views.clientUrl(tenantId);
    const authKey = await this.keys.issue(tenantId, conversationId, participantId);
    return { conversationId, clientUrl: `${url}#auth_key=${authKey}` };
  }

  /** @throws Rejection 403 where the tenant is suspended, 404 */
  private async keyed(key: string): Promise<KeyedType> {
    const keyed = readVisitorKey(key) ?? reject('errors.visitor_key.not_found');
    const { tenantId, conversationTypeId } = keyed;
    const state = await this.runner.peek(conversationType.decider, tenantId, conversationTypeId);
    ofKey(state.record?.value, key);
    await this.principals.tenantInPath(tenantId).catch(asUnknownKey);
    return keyed;
  }
}

/** The type, if the key is its own. @throws Rejection 404 */
function ofKey(type: ConversationType | undefined, key: string): ConversationType {
  return type && isSameKey(type.visitorKey, key) ? type : reject('errors.visitor_key.not_found');
}

/** Keys of a deleted tenant are unknown. */
function asUnknownKey(error: unknown): never {
  const isGone = error instanceof Rejection && error.code === 'errors.tenant.not_found';
  throw isGone ? new Rejection('errors.visitor_key.not_found') : error;
}
