import { DAY, type Instant, plus } from './instant.js';

export const RETENTION_SCOPES = ['ARCHIVED', 'ALL'] as const;
export type RetentionScope = (typeof RETENTION_SCOPES)[number];

/** Conversations that a type keeps no longer (specification 3, contract 13). */
export interface RetentionPolicy {
  readonly scope: RetentionScope;
  readonly days: number;
}

/** Days between the time at which a conversation is due and its removal. */
export const GRACE_DAYS = 1;

/** Times from which a policy counts. */
export interface Aged {
  readonly archivedAt?: Instant;
  readonly updatedAt: Instant;
}

/** The policy of the members of a type; undefined unless both are set. */
export const policyOf = (retentionScope?: RetentionScope, retentionDays?: number): RetentionPolicy | undefined =>
  retentionScope === undefined || retentionDays === undefined
    ? undefined
    : { scope: retentionScope, days: retentionDays };

/** The time from which the policy counts; undefined: it does not cover the conversation. */
export const countedFrom = ({ scope }: RetentionPolicy, { archivedAt, updatedAt }: Aged): Instant | undefined =>
  scope === 'ALL' ? updatedAt : archivedAt;

/** When a conversation is due; undefined: never. */
export function dueAt(policy: RetentionPolicy, conversation: Aged): Instant | undefined {
  const from = countedFrom(policy, conversation);
  return from && plus(from, policy.days * DAY);
}

/** Conversations counted from this time or before are due at `at`. */
export const dueBefore = ({ days }: RetentionPolicy, at: Instant): Instant => plus(at, -days * DAY);

/** Conversations counted from this time or before may be removed at `at`. */
export const newestRemovable = (policy: RetentionPolicy, at: Instant): Instant =>
  plus(dueBefore(policy, at), -GRACE_DAYS * DAY);

/** When a conversation may be removed; undefined: never. */
export function removableAt(policy: RetentionPolicy, conversation: Aged): Instant | undefined {
  const due = dueAt(policy, conversation);
  return due && plus(due, GRACE_DAYS * DAY);
}
