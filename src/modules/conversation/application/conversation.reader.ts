import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { Caller } from '../../../kernel/caller.js';
import { reject } from '../../../kernel/rejection.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import { type Member, memberOfUser, type Open, sharedMember } from '../domain/conversation.state.js';

export type { Member, Open };

/** A conversation as the log has it at this moment; what calls about its messages and participants are judged on. */
@Injectable()
export class ConversationReader {
  constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}

  /** @throws Rejection 404 when there is none, or a client asks for another than their own */
  async open(caller: Caller, conversationId: string): Promise<Open> {
    if (caller.role === 'CLIENT_PARTICIPANT' && caller.conversationId !== conversationId) {
      return reject('errors.conversation.not_found');
    }
    return this.now(caller.tenantId, conversationId);
  }

  /** For what the service does by itself. @throws Rejection 404 */
  async now(tenantId: string, conversationId: string): Promise<Open> {
    const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
    return state.status === 'open' ? state : reject('errors.conversation.not_found');
  }

  /** Whether a participant still takes part; what keeps a client's token alive. */
  async member(tenantId: string, conversationId: string, participantId: string): Promise<Member | undefined> {
    const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
    return state.status === 'open' ? state.members.get(participantId) : undefined;
  }
}

/** The participant that a caller is in a conversation; an API key is none. */
export function ownMember({ members }: Open, caller: Caller): Member | undefined {
  if (caller.role === 'CLIENT_PARTICIPANT') return members.get(caller.id);
  return caller.role === 'API_KEY' ? undefined : memberOfUser(members, caller.id);
}

/** The participant whose read marker moves when `member` reads: for users of a shared status, the shared one. */
export const readerOf = ({ members }: Open, member: Member): Member =>
  (member.kind === 'USER' ? sharedMember(members) : undefined) ?? member;
