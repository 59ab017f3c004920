import { command } from '../../../../kernel/command.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';
import type { IfMatch } from '../../../../kernel/revision.js';
import type { DataRef } from './conversation.events.js';
import type { NewMember, Sharing } from './membership.commands.js';

interface Guarded {
  readonly ifMatch?: IfMatch | undefined;
}

interface Content {
  readonly conversationTypeId: string;
  readonly description?: string;
  readonly data?: DataRef;
  readonly archived?: boolean;
  readonly participants: readonly NewMember[];
  readonly sharing?: Sharing;
}

export class OpenConversation extends command('OpenConversation')<Content> {}
/** Opens it where there is none. Participants that are not listed stay. */
export class ReplaceConversation extends command('ReplaceConversation')<Content & Guarded> {}
/** `mergedWith`: digest of the data that a merge patch was applied to, null for none. It is refused on other data. */
export class ChangeConversation extends command('ChangeConversation')<
  { description?: string | null; data?: DataRef | null; mergedWith?: string | null; archived?: boolean } & Guarded
> {}
export class ArchiveConversation extends command('ArchiveConversation')<Guarded> {}

export class SetLabels extends command('SetLabels')<{ labels: readonly string[] } & Guarded> {}
export class AddLabels extends command('AddLabels')<{ labels: readonly string[] } & Guarded> {}
export class RemoveLabel extends command('RemoveLabel')<{ label: string } & Guarded> {}

export class LockConversation extends command('LockConversation')<
  { until: Instant; by: string; note?: string } & Guarded
> {}
/** `anyones`: the caller may end a lock that is not theirs. */
export class UnlockConversation extends command('UnlockConversation')<{ by: string; override: boolean } & Guarded> {}
/** Sent by a timer at the end of a lock. */
export class ExpireLock extends command('ExpireLock')<{ until: Instant }> {}

export class PlaceLegalHold extends command('PlaceLegalHold')<Guarded> {}
export class LiftLegalHold extends command('LiftLegalHold')<Guarded> {}
/** Changes nothing unless the conversation is due by the policy at the time `at`. */
export class RemoveConversation extends command('RemoveConversation')<
  { runId: string; conversationTypeId: string; at: Instant } & RetentionPolicy
> {}

export const conversationCommands = [
  OpenConversation,
  ReplaceConversation,
  ChangeConversation,
  ArchiveConversation,
  SetLabels,
  AddLabels,
  RemoveLabel,
  LockConversation,
  UnlockConversation,
  ExpireLock,
  PlaceLegalHold,
  LiftLegalHold,
  RemoveConversation,
] as const;
export type ConversationCommand = InstanceType<(typeof conversationCommands)[number]>;
