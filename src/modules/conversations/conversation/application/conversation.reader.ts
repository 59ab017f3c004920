import { Inject, Injectable } from '@nestjs/common';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { thePast } from '../../../../engine/read-models/past/past.js';
import { principalKind, reachesConversation } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import type { Position } from '../../../../kernel/event.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import {
  existing,
  memberOfUser,
  type Open,
  type Removed,
  sharedMember,
  withoutHold,
} from '../domain/conversation.state.js';
import type { Member } from '../domain/members.js';

export type { Member, Open, Removed };
export { withoutHold };

/** A conversation as the log has it at this moment; what calls about its messages and participants are judged on. */
@Injectable()
export class ConversationReader {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  /** @throws Rejection 404 for an unknown conversation, or when a client requests another than their own */
  async open(caller: Caller, conversationId: string): Promise<Open> {
    refuseForeign(caller, conversationId);
    return this.now(caller.tenantId, conversationId);
  }

  /** No other process writes, so that what this one knows is the latest. */
  get isAlone(): boolean {
    return this.log.exclusive;
  }

  /**
   * As `open`, as the tail of this process has it, which is past `position`. A change of another process is known a moment
   * later. Only for what is judged again where it is refused, and in the append where it is done.
   */
  async followed(caller: Caller, conversationId: string, position: Position): Promise<Open> {
    refuseForeign(caller, conversationId);
    return existing(await this.runner.peek(conversationDecider, caller.tenantId, conversationId, position));
  }

  /**
   * Admits a call that only reads, also as of a moment at which the conversation existed. While the log is away, the read
   * model decides. @throws Rejection 404 as `open`
   */
  async mayRead(caller: Caller, conversationId: string): Promise<void> {
    refuseForeign(caller, conversationId);
    await this.log.outage.bridge<object>(
      () => this.now(caller.tenantId, conversationId),
      () => conversationsOf(this.documents, caller.tenantId).get(conversationId),
    );
    if (!thePast()) return;
    if (!(await conversationsOf(this.documents, caller.tenantId).get(conversationId))) {
      reject('errors.conversation.not_found');
    }
  }

  /** For what the service does by itself. @throws Rejection 404 */
  async now(tenantId: string, conversationId: string): Promise<Open> {
    const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
    return existing(state);
  }

  /** The same; undefined where there is none. */
  async find(tenantId: string, conversationId: string): Promise<Open | undefined> {
    const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
    return state.status === 'open' ? state : undefined;
  }

  async isRemoved(tenantId: string, conversationId: string): Promise<boolean> {
    return (await this.removal(tenantId, conversationId)) !== undefined;
  }

  /** How it was removed; undefined where it was not. */
  async removal(tenantId: string, conversationId: string): Promise<Removed | undefined> {
    const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
    return state.status === 'removed' ? state : undefined;
  }

  /** A read model does not have it. @throws Rejection 404, or 410 where it was erased; while the log is away 404 */
  async refuseAbsent(caller: Caller, conversationId: string): Promise<never> {
    refuseForeign(caller, conversationId);
    const erased = await this.log.outage.bridge(
      async () => (await this.removal(caller.tenantId, conversationId))?.erased !== undefined,
      async () => false,
    );
    return reject(erased ? 'errors.conversation.erased' : 'errors.conversation.not_found');
  }

  /** Whether a client still takes part, which keeps their token alive. While the log is away: as the read model has it. */
  isClient(tenantId: string, conversationId: string, participantId: string): Promise<boolean> {
    const now = async () => {
      const state = await this.runner.peek(conversationDecider, tenantId, conversationId);
      return state.status === 'open' && state.members.get(participantId)?.kind === 'CLIENT';
    };
    const known = async () => {
      const seen = this.runner.cached(conversationDecider, tenantId, conversationId);
      if (seen?.status === 'open' && seen.left.has(participantId)) return false;
      const entry = await rosterOf(this.documents, tenantId).get(rosterKey(conversationId, participantId));
      return entry?.kind === 'CLIENT';
    };
    return this.log.outage.bridge(now, known);
  }
}

function refuseForeign(caller: Caller, conversationId: string): void {
  if (!reachesConversation(caller, conversationId)) reject('errors.conversation.not_found');
}

/** The participant that a caller is in a conversation; an API key is none. */
export function ownMember({ members }: Open, caller: Caller): Member | undefined {
  switch (principalKind(caller)) {
    case 'participant':
      return members.get(caller.id);
    case 'user':
      return memberOfUser(members, caller.id);
    case 'key':
      return undefined;
  }
}

/** The participant that keeps the read status of all users, where they share one. */
export const sharedReader = ({ members }: Open): Member | undefined => sharedMember(members);

/** The participant whose read marker moves when `member` reads: for users of a shared status, the shared one. */
export const readerOf = ({ members }: Open, member: Member): Member =>
  (member.kind === 'USER' ? sharedMember(members) : undefined) ?? member;
