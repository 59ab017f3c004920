import { command } from '../../../../kernel/command.js';
import type { IfMatch } from '../../../../kernel/revision.js';
import type { Participant } from './membership.events.js';

/** Someone who is to take part, under an id of their own. */
export interface NewMember extends Participant {
  readonly id: string;
  readonly fromSequence: number;
  /** The id was generated: a user who is already a member keeps the present id. */
  readonly generatedId?: true;
}

/** The read marker that all users of a conversation may share, and what decides whether they do. */
export interface Sharing {
  /** Whether the type shares the read status now. It counts for a conversation that is opened or gets this type. */
  readonly byType: boolean;
  readonly id: string;
  readonly displayName: string;
  readonly fromSequence: number;
  /** For another type: the sequence up to which the users have read, the furthest of them. Default: 0. */
  readonly seen?: number;
}

interface Guarded {
  readonly ifMatch?: IfMatch | undefined;
}

export interface ParticipantPatch {
  readonly displayName?: string;
  readonly unnamed?: true | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly preferredLanguage?: string | null;
}

/** Membership is decided in the conversation's stream: the target is the conversation. */
export class AddParticipant extends command('AddParticipant')<{ newMember: NewMember; sharing?: Sharing }> {}
export class ReplaceParticipant extends command('ReplaceParticipant')<
  { newMember: NewMember; sharing?: Sharing } & Guarded
> {}
export class ChangeParticipant extends command('ChangeParticipant')<
  { id: string; patch: ParticipantPatch } & Guarded
> {}
/** `gate`: it closed the messages of the participant before. `erase`: refused under a legal hold. */
export class RemoveParticipant extends command('RemoveParticipant')<
  { id: string; gate: string; erase?: true } & Guarded
> {}
/** Erases one who left. */
export class EraseParticipant extends command('EraseParticipant')<{ id: string }> {}

export const membershipCommands = [
  AddParticipant,
  ReplaceParticipant,
  ChangeParticipant,
  RemoveParticipant,
  EraseParticipant,
] as const;
export type MembershipCommand = InstanceType<(typeof membershipCommands)[number]>;
