import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { equal } from '../../../../kernel/equal.js';
import { streamName } from '../../../../kernel/stream.js';
import { ConversationReader, type Removed } from '../../conversation/application/conversation.reader.js';
import { RemoveConversation } from '../../conversation/domain/conversation.commands.js';
import { RetentionPolicies } from '../../conversation-type/application/retention-policies.service.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { EndMessages, ReopenMessages } from '../../message/domain/message.commands.js';
import type { RemovalAsked } from '../../message/domain/message.events.js';
import { SystemCommands } from './system-commands.service.js';

/** Categories of streams, with the event that begins a removal and that nothing follows. */
const BEGINNINGS = [
  ['conversation', 'ConversationErased'],
  ['messageLog', 'MessagesEnded'],
] as const;

/** Decides once more whether a conversation is removed, after its messages ended. */
@Injectable()
export class ConversationRemoval {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(RetentionPolicies) private readonly policies: RetentionPolicies,
    @Inject(SystemCommands) private readonly system: SystemCommands,
    @Inject(EventLog) private readonly log: EventLog,
  ) {}

  /** `kept`: the conversation stays, and takes messages again. `waits`: its state does not have the last event yet. */
  async decide({ tenantId, id }: ErasedConversation): Promise<'removed' | 'kept' | 'waits'> {
    const removal = await this.conversations.removal(tenantId, id);
    const { ended } = await this.messages.end(tenantId, id);
    if (removal?.erased && !ended) await this.end(tenantId, id, removal.erased);
    if (removal) return 'removed';
    if (!ended) return (await this.isBehind(tenantId, id)) ? 'waits' : 'kept';
    if (await this.isStillDue(tenantId, ended)) {
      await this.commands.execute(new RemoveConversation(id, ended, this.system.meta(tenantId)));
      if (await this.conversations.isRemoved(tenantId, id)) return 'removed';
    }
    await this.commands.execute(new ReopenMessages(id, {}, this.system.meta(tenantId)));
    return 'kept';
  }

  /** The event that began it may be in the log before the command that appended it has gone on. */
  private async isBehind(tenantId: string, id: string): Promise<boolean> {
    for (const [category, type] of BEGINNINGS) {
      const [newest] = await this.log.read(streamName(category, tenantId, id), { backwards: true, limit: 1 });
      if (newest?.type === type) return true;
    }
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
