import type { OrderedMap } from 'immutable';
import type { Instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { Member, Members } from './members.js';
import type { ParticipantKind } from './membership.events.js';

/** Only what decisions need; what readers need lives in the projections. */
export type Conversation = Absent | Open | Removed;

export interface Absent {
  readonly status: 'absent';
}

/** Its id is not given again. */
export interface Removed {
  readonly status: 'removed';
  /** It was erased by request. Absent: retention removed it. */
  readonly erased?: { readonly by: string; readonly conversationTypeId: string };
}

/** A participant who left. */
export interface Former {
  readonly kind: ParticipantKind;
  readonly userId?: string;
  /** Id of the event that erased them. */
  readonly erasedBy?: string;
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
  /** Participants who left, by id. No new participant gets the id of one of them. */
  readonly left: OrderedMap<string, Former>;
  /** Moved by every event of the conversation itself, not by its participants'. */
  readonly revision: number;
}

/** @throws Rejection 404, 410 */
export const existing = (state: Conversation): Open => (state.status === 'open' ? state : refuseAbsent(state));

/** @throws Rejection 404, or 410 for an erased conversation */
export const refuseAbsent = (state: Absent | Removed): never =>
  reject(state.status === 'removed' && state.erased ? 'errors.conversation.erased' : 'errors.conversation.not_found');

/** @throws Rejection 409 */
export const withoutHold = ({ legalHold }: Pick<Open, 'legalHold'>): void =>
  legalHold ? reject('errors.conversation.legal_hold') : undefined;

export const memberOfUser = (members: Members, userId: string): Member | undefined => members.ofUser(userId);

export const sharedMember = (members: Members): Member | undefined => members.ofKind('SHARED');

/** The author of messages of all workflows; a conversation has at most one. */
export const workflowMember = (members: Members): Member | undefined => members.ofKind('WORKFLOW');
