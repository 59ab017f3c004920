import { clientView } from '../../../../catalogue/client-view.js';

const ADDRESS = /^\S+@\S+$/;

const pick = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

interface Participant {
  readonly id: string;
  readonly kind: string;
  readonly display_name: string;
}

/** Another participant as a client is shown it. */
export type ParticipantForClient<T extends Participant = Participant> = Pick<T, keyof Participant>;

/** Facts that decide under which name a client sees a user. */
export interface UserNaming {
  /** The display name was taken from the user's e-mail address. */
  readonly unnamed?: boolean | undefined;
  /** Name that the conversation's type gives all users. */
  readonly usersName?: string | undefined;
}

function userName(own: string, { unnamed, usersName }: UserNaming): string {
  return usersName ?? (unnamed || ADDRESS.test(own) ? clientView.unnamedUser : own);
}

/** A user's e-mail address is never shown. */
export function participantForClient<T extends Participant>(
  participant: T,
  naming: UserNaming = {},
): ParticipantForClient<T> {
  const { kind, display_name } = participant;
  const shown = kind === 'USER' ? { ...participant, display_name: userName(display_name, naming) } : participant;
  return pick(shown, clientView.participant) as ParticipantForClient<T>;
}

/** A conversation as a client is shown it. */
export const conversationForClient = <T extends object>(conversation: T): T =>
  pick(conversation, clientView.conversation) as T;
