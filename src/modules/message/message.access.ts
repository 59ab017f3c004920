import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/command-runner.js';
import { type MessageLog, messageDecider } from './message.decider.js';

/** The end of a conversation's messages as the log has it at this moment. */
@Injectable()
export class MessageAccess {
  constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}

  end(tenantId: string, conversationId: string): Promise<MessageLog> {
    return this.runner.peek(messageDecider, tenantId, conversationId);
  }
}
