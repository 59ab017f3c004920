import type { OrderedMap } from 'immutable';
import type { Instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { Member, Members } from './members.js';

/** Only what decisions need; what readers need lives in the projections. */
export type Conversation = Absent | Open | Removed;

export interface Absent {
  readonly status: 'absent';
}

/** Retention removed it. Its id is not given again. */
export interface Removed {
  readonly status: 'removed';
}

export interface Lock {
  readonly until: Instant;
  readonly by: string;
  readonly note?: string;
}

export interface Open {
  readonly status: 'open';
  readonly conversationTypeId: string;
  readonly archived: boolean;
  readonly archivedAt?: Instant;
  /** The gate of the present archiving. */
  readonly gate?: string;
  /** Gates of which an archiving or a withdrawal is decided, the newest last. */
  readonly settledGates: readonly string[];
  /** Time of its last change, messages left out. */
  readonly updatedAt: Instant;
  readonly legalHold?: true;
  readonly description?: string;
  readonly dataDigest?: string;
  readonly labels: readonly string[];
  /** Fixed when the conversation is opened or gets another type. Absent: an earlier version opened it, and no user has joined. */
  readonly sharedReadStatus?: boolean;
  readonly lock?: Lock;
  readonly members: Members;
  /** Ids of those who left; none is given again. */
  readonly left: OrderedMap<string, true>;
  /** Moved by every event of the conversation itself, not by its participants'. */
  readonly revision: number;
}

export const existing = (state: Conversation): Open =>
  state.status === 'open' ? state : reject('errors.conversation.not_found');

export const memberOfUser = (members: Members, userId: string): Member | undefined => members.ofUser(userId);

export const sharedMember = (members: Members): Member | undefined => members.ofKind('SHARED');

/** The author of messages of all workflows; a conversation has at most one. */
export const workflowMember = (members: Members): Member | undefined => members.ofKind('WORKFLOW');
