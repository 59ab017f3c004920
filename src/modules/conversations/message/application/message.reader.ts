import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { eventsOfCommand } from '../../../../engine/log/events-of-command.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { streamName } from '../../../../kernel/stream.js';
import { isRecent, type MessageLog, messageDecider } from '../domain/message.decider.js';

/** A conversation's messages as the log has them at this moment. */
@Injectable()
export class MessageReader {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(EventLog) private readonly log: EventLog,
  ) {}

  end(tenantId: string, conversationId: string): Promise<MessageLog> {
    return this.runner.peek(messageDecider, tenantId, conversationId);
  }

  /** Whether it was posted under this command. */
  async wasPosted(conversationId: string, meta: CommandMeta): Promise<boolean> {
    const stream = streamName(messageDecider.category, meta.tenantId, conversationId);
    return (await eventsOfCommand(this.log, stream, meta)) !== undefined;
  }

  /** Whether the log's end alone shows if a source id is taken; if not, the read model must be read. */
  async knowsSource(tenantId: string, conversationId: string, sourceId: string): Promise<boolean> {
    const log = await this.end(tenantId, conversationId);
    return log.recentSince === 0 || isRecent(log, sourceId);
  }
}
