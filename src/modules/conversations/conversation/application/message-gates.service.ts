import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner, type Outcome } from '../../../../engine/commands/command-runner.js';
import { type CommandMeta, followUpMeta } from '../../../../kernel/command.js';
import type { Recorded } from '../../../../kernel/event.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { CloseMessages, OpenMessages } from '../../message/domain/message.commands.js';
import type { Gate } from '../../message/domain/message.events.js';
import { ArchiveConversation } from '../domain/conversation.commands.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import type { ConversationChanged } from '../domain/conversation.events.js';
import { RemoveParticipant } from '../domain/membership.commands.js';

const LOOKS = 3;
const ABSENT: readonly string[] = ['errors.conversation.not_found', 'errors.conversation.erased'];

type Wish = { readonly ifMatch?: ArchiveConversation['data']['ifMatch'] };
type RemovalWish = Wish & { readonly erase?: true };

/**
 * Archives a conversation or removes an author. First the message log is closed, then the conversation decides. A post at
 * the same time is before the closing or meets it. The process manager `message-gates` ends what a crash left half done.
 */
@Injectable()
export class MessageGates {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** @throws Rejection 404, 412 */
  async archive(conversationId: string, { ifMatch }: Wish, meta: CommandMeta): Promise<Outcome> {
    const gate = meta.commandId;
    const closing = new ArchiveConversation(conversationId, { ifMatch, gate }, meta);
    for (let look = 1; ; look++) {
      if (await this.changesSomething(closing)) return this.close(closing, { gate });
      try {
        return await this.commands.execute(new ArchiveConversation(conversationId, { ifMatch }, meta));
      } catch (error) {
        const isBack = error instanceof Rejection && error.code === 'errors.position.not_reached';
        if (!isBack || look === LOOKS) throw error;
      }
    }
  }

  /** @throws Rejection 404, 409, 412 */
  async removeParticipant(conversationId: string, id: string, wish: RemovalWish, meta: CommandMeta): Promise<Outcome> {
    const gate = meta.commandId;
    const removal = new RemoveParticipant(conversationId, { ...wish, id, gate }, meta);
    await this.changesSomething(removal);
    return this.close(removal, { gate, participantId: id });
  }

  /** After a conversation is back, before the answer. A store that is away leaves it to the process manager. */
  async openAfter(conversationId: string, events: readonly Recorded[], meta: CommandMeta): Promise<void> {
    const changed = events.find(({ type }) => type === 'ConversationChanged') as
      | Recorded<ConversationChanged>
      | undefined;
    const gate = changed?.data.gate;
    if (gate === undefined) return;
    await this.open(conversationId, gate, meta).catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  /** Before anything is closed. @throws Rejection of the conversation's decider */
  private async changesSomething(command: ArchiveConversation | RemoveParticipant): Promise<boolean> {
    const state = await this.runner.peek(conversationDecider, command.meta.tenantId, command.target);
    return conversationDecider.decide(command, state).length > 0;
  }

  private async close(ending: ArchiveConversation | RemoveParticipant, gate: Gate): Promise<Outcome> {
    const { target, meta } = ending;
    await this.commands.execute(new CloseMessages(target, gate, this.step(meta, 'close')));
    try {
      const outcome = await this.commands.execute(ending);
      if (outcome.events.length === 0) await this.open(target, gate.gate, meta);
      return outcome;
    } catch (error) {
      const isThere = error instanceof Rejection && !ABSENT.includes(error.code);
      if (isThere) await this.open(target, gate.gate, meta);
      throw error;
    }
  }

  private async open(conversationId: string, gate: string, meta: CommandMeta): Promise<void> {
    await this.commands.execute(new OpenMessages(conversationId, { gate }, this.step(meta, 'open')));
  }

  private step(meta: CommandMeta, name: string): CommandMeta {
    return followUpMeta(meta, this.ids.derived(meta.at, meta.commandId, name));
  }
}
