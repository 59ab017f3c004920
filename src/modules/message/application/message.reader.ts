import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { eventsOfCommand } from '../../../engine/log/events-of-command.js';
import type { Caller } from '../../../http/pipeline/caller.js';
import type { CommandMeta } from '../../../kernel/command.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { streamName } from '../../../kernel/stream.js';
import { type Member, type Open, ownMember } from '../../conversation/application/conversation.reader.js';
import { PostMessage } from '../domain/message.commands.js';
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

  /** What the service itself says. Durable when the promise is kept. */
  async post(conversationId: string, asked: PostMessage['data'], meta: CommandMeta): Promise<void> {
    await this.runner.run(messageDecider, new PostMessage(conversationId, asked, meta));
  }

  /** Whether it was posted under this command. */
  async wasPosted(conversationId: string, meta: CommandMeta): Promise<boolean> {
    const stream = streamName(messageDecider.category, meta.tenantId, conversationId);
    return (await eventsOfCommand(this.log, stream, meta)) !== undefined;
  }

  /** Whether the log's end alone tells if a source id is taken; if not, the read model must be asked. */
  async knowsSource(tenantId: string, conversationId: string, sourceId: string): Promise<boolean> {
    const log = await this.end(tenantId, conversationId);
    return log.recentSince === 0 || isRecent(log, sourceId);
  }
}

/** A user speaks as themself or for a client, a client as themself, owners and API keys as any of these. */
function maySpeakAs({ role, id }: Caller, member: Member): boolean {
  if (member.kind !== 'USER' && member.kind !== 'CLIENT') return false;
  if (role === 'CLIENT_PARTICIPANT') return member.id === id;
  return role !== 'USER' || member.kind === 'CLIENT' || member.userId === id;
}

/**
 * As whom the caller posts; undefined for a user who takes no part yet.
 * @throws Rejection 400 at `participant_id`, 403
 */
export function authorOf(open: Open, caller: Caller, participantId: string | undefined): Member | undefined {
  if (participantId !== undefined) {
    const member = open.members.get(participantId) ?? rejectAt('participant_id', 'errors.field.reference');
    return maySpeakAs(caller, member) ? member : reject('errors.forbidden');
  }
  if (caller.role === 'API_KEY') return rejectAt('participant_id', 'errors.field.required');
  const own = ownMember(open, caller);
  return own || caller.role !== 'CLIENT_PARTICIPANT' ? own : reject('errors.forbidden');
}

/** Its author, owners and API keys. */
export const mayDelete = (open: Open, caller: Caller, { participantId }: { readonly participantId: string }): boolean =>
  caller.role === 'OWNER' || caller.role === 'API_KEY' || ownMember(open, caller)?.id === participantId;
