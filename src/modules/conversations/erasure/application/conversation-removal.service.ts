import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { equal } from '../../../../kernel/equal.js';
import { ConversationReader, type Removed } from '../../conversation/application/conversation.reader.js';
import { RemoveConversation } from '../../conversation/domain/conversation.commands.js';
import { RetentionPolicies } from '../../conversation-type/application/retention-policies.service.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { EndMessages, ReopenMessages } from '../../message/domain/message.commands.js';
import type { RemovalAsked } from '../../message/domain/message.events.js';
import { SystemCommands } from './system-commands.service.js';

/** Decides once more whether a conversation is removed, after its messages ended. */
@Injectable()
export class ConversationRemoval {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(RetentionPolicies) private readonly policies: RetentionPolicies,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /** False: the conversation stays, and takes messages again. */
  async decide({ tenantId, id }: ErasedConversation): Promise<boolean> {
    const removal = await this.conversations.removal(tenantId, id);
    const { ended } = await this.messages.end(tenantId, id);
    if (removal?.erased && !ended) await this.end(tenantId, id, removal.erased);
    if (removal) return true;
    if (!ended) return false;
    if (await this.isStillDue(tenantId, ended)) {
      await this.commands.execute(new RemoveConversation(id, ended, this.system.meta(tenantId)));
      if (await this.conversations.isRemoved(tenantId, id)) return true;
    }
    await this.commands.execute(new ReopenMessages(id, {}, this.system.meta(tenantId)));
    return false;
  }

  /** No message comes behind the erasure. */
  private async end(tenantId: string, id: string, { by: runId, conversationTypeId }: NonNullable<Removed['erased']>) {
    const meta = this.system.meta(tenantId);
    const removal = { runId, conversationTypeId, scope: 'ARCHIVED' as const, days: 0, at: meta.at };
    await this.commands.execute(new EndMessages(id, removal, meta));
  }

  /** The policy may have changed since the conversation was found due. */
  private async isStillDue(tenantId: string, { conversationTypeId, scope, days }: RemovalAsked): Promise<boolean> {
    return equal(await this.policies.of(tenantId, conversationTypeId), { scope, days });
  }
}
