import { command } from '../../../../kernel/command.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';
import type { IfMatch } from '../../../../kernel/revision.js';
import type { Gate } from '../../message/domain/message.events.js';
import type { DataRef } from './conversation.events.js';
import type { NewMember, Sharing } from './membership.commands.js';

interface Guarded {
  readonly ifMatch?: IfMatch | undefined;
}

/** Data of a command. `former`: the digest that earlier versions gave them, for comparison; no event has it. */
export type GivenRef = DataRef & { readonly former?: string };

interface Content {
  readonly conversationTypeId: string;
  readonly description?: string;
  readonly data?: GivenRef;
  readonly archived?: boolean;
  readonly participants: readonly NewMember[];
  readonly sharing?: Sharing;
}

export class OpenConversation extends command('OpenConversation')<Content> {}
/** Opens it where there is none. Participants that are not listed stay. */
export class ReplaceConversation extends command('ReplaceConversation')<Content & Guarded> {}
/** `mergedWith`: digest of the data that a merge patch was applied to, null for none. It is refused on other data. */
export class ChangeConversation extends command('ChangeConversation')<
  {
    description?: string | null;
    data?: GivenRef | null;
    dataFor?: string;
    mergedWith?: string | null;
    archived?: boolean;
  } & Guarded
> {}
/** `gate`: it closed the messages before; without it nothing is archived that is not archived already. */
export class ArchiveConversation extends command('ArchiveConversation')<Guarded & { gate?: string }> {}
/** Fences an archiving or a removal that broke off after it closed the messages: it does not take place any more. */
export class WithdrawGate extends command('WithdrawGate')<Gate> {}

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

/** Refused under a legal hold. */
export class EraseConversation extends command('EraseConversation')<Record<string, never>> {}

/** Removes a conversation that was opened under a type that was gone by then. */
export class TakeBackConversation extends command('TakeBackConversation')<{ runId: string }> {}

export const conversationCommands = [
  OpenConversation,
  ReplaceConversation,
  ChangeConversation,
  ArchiveConversation,
  WithdrawGate,
  SetLabels,
  AddLabels,
  RemoveLabel,
  LockConversation,
  UnlockConversation,
  ExpireLock,
  PlaceLegalHold,
  LiftLegalHold,
  RemoveConversation,
  EraseConversation,
  TakeBackConversation,
] as const;
export type ConversationCommand = InstanceType<(typeof conversationCommands)[number]>;
