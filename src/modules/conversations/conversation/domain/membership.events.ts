import type { Event, EventTypes } from '../../../../kernel/event.js';

/** NONE is only ever refused. */
export const PARTICIPANT_KINDS = ['NONE', 'USER', 'CLIENT', 'SHARED', 'WORKFLOW'] as const;
export type ParticipantKind = Exclude<(typeof PARTICIPANT_KINDS)[number], 'NONE'>;

/** Those that a caller may create; the service itself creates the others. */
export const CHOSEN_KINDS = ['USER', 'CLIENT'] as const satisfies readonly ParticipantKind[];

export const PREFERRED_LANGUAGES = ['en', 'de'] as const;

export interface Participant {
  readonly kind: ParticipantKind;
  readonly displayName: string;
  /** The display name was taken from the user's e-mail address. */
  readonly unnamed?: true;
  readonly userId?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly preferredLanguage?: string;
}

/** `fromSequence`: the conversation's last message then; it counts as seen. The name is left out where it is erased. */
export type ParticipantJoined = Event<
  'ParticipantJoined',
  Omit<Participant, 'displayName'> &
    Partial<Pick<Participant, 'displayName'>> & { readonly participantId: string; readonly fromSequence: number }
>;

/** Only what changed; null takes it away. Kind and user never change. */
export type ParticipantChanged = Event<
  'ParticipantChanged',
  {
    readonly participantId: string;
    readonly displayName?: string;
    readonly unnamed?: true | null;
    readonly email?: string | null;
    readonly phoneNumber?: string | null;
    readonly preferredLanguage?: string | null;
    /** The sequence that a user has read up to: where all users were when they stopped sharing a read status. */
    readonly seen?: number;
  }
>;

/** `gate`: it closed the messages of the participant before; earlier versions closed none. */
export type ParticipantLeft = Event<'ParticipantLeft', { readonly participantId: string; readonly gate?: string }>;

/** Membership events are in the conversation's stream, so that it opens with its participants in one append. */
export type MembershipEvent = ParticipantJoined | ParticipantChanged | ParticipantLeft;

const personal = ['displayName', 'email', 'phoneNumber', 'preferredLanguage'] as const;

/**
 * Version 1 named a user without a name by the start of their e-mail address and kept no mark of it. A name in the form
 * of such a start counts as one; a capitalised word, or one with a space, does not.
 */
const START_OF_ADDRESS = /^(?![A-Z][A-Za-z'-]*$)[\x21-\x7e]+$/;

const mayBeUnnamed = (displayName: string | undefined): boolean =>
  displayName !== undefined && START_OF_ADDRESS.test(displayName);

const marked = (data: unknown): ParticipantJoined['data'] => {
  const joined = data as ParticipantJoined['data'];
  return joined.kind === 'USER' && mayBeUnnamed(joined.displayName) ? { ...joined, unnamed: true } : joined;
};

const markedAnew = (data: unknown): ParticipantChanged['data'] => {
  const { displayName, unnamed, ...patch } = data as ParticipantChanged['data'];
  if (displayName === undefined || unnamed !== undefined) return data as ParticipantChanged['data'];
  return { ...patch, displayName, unnamed: mayBeUnnamed(displayName) || null };
};

export const membershipEventTypes: EventTypes<MembershipEvent> = {
  ParticipantJoined: { version: 2, personal, subject: 'participant', upcasters: { 1: marked } },
  ParticipantChanged: { version: 2, personal, subject: 'participant', upcasters: { 1: markedAnew } },
  ParticipantLeft: { version: 1, personal: [], subject: 'participant' },
};
