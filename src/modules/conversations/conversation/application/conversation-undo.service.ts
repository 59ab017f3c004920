import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { Outcome } from '../../../../engine/commands/command-runner.js';
import { stateAsOf } from '../../../../engine/log/as-of.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import type { Meta } from '../../../../kernel/event.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { EndMessages } from '../../message/domain/message.commands.js';
import { ReplaceConversation, TakeBackConversation } from '../domain/conversation.commands.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import type { Conversation } from '../domain/conversation.state.js';
import { ConversationDataAsOf } from './conversation-data-as-of.service.js';

/** Takes back a write whose type turned out to be gone, or to have another schema, before it. */
@Injectable()
export class ConversationUndo {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(ConversationDataAsOf) private readonly data: ConversationDataAsOf,
  ) {}

  /** A new conversation is removed. A changed one is as before, unless somebody wrote it since. */
  async undo({ events, state }: Outcome<Conversation>): Promise<void> {
    const [first] = events;
    if (!first || state.status !== 'open') return;
    const { meta } = first;
    const { stream, version, position } = first.meta;
    const { tenantId, id } = parseStreamName(stream);
    if (first.type === 'ConversationOpened') return this.takeBack(id, state.conversationTypeId, meta);
    const { state: before } = await stateAsOf<Conversation>(this.log, stream, conversationDecider, {
      version: version - 1,
    });
    if (before.status !== 'open') return;
    const { conversationTypeId, description } = before;
    const data = await this.data.refAt(tenantId, id, position - 1);
    const content = {
      conversationTypeId,
      ...(description === undefined ? {} : { description }),
      ...(data && { data }),
    };
    const wish = { ...content, participants: [], ifMatch: [state.revision] };
    await this.commands.execute(new ReplaceConversation(id, wish, this.step(meta, 'undo'))).catch((error) => {
      if (!(error instanceof Rejection)) throw error;
    });
  }

  /** The end of its messages lets the erasure remove what is left of it. */
  private async takeBack(id: string, conversationTypeId: string, meta: Meta): Promise<void> {
    const runId = meta.commandId;
    await this.commands.execute(new TakeBackConversation(id, { runId }, this.step(meta, 'undo')));
    const removal = { runId, conversationTypeId, scope: 'ARCHIVED' as const, days: 0, at: meta.at };
    await this.commands.execute(new EndMessages(id, removal, this.step(meta, 'end')));
  }

  private step({ tenantId, at, actor, commandId, correlationId }: Meta, name: string): CommandMeta {
    return { tenantId, at, actor, correlationId, commandId: this.ids.derived(at, commandId, name) };
  }
}
