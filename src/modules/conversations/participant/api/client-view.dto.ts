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

/** `unnamed`: the display name was taken from the user's e-mail address. An e-mail address is never shown. */
export function participantForClient<T extends Participant>(participant: T, unnamed = false): ParticipantForClient<T> {
  const isHidden = participant.kind === 'USER' && (unnamed || ADDRESS.test(participant.display_name));
  const shown = isHidden ? { ...participant, display_name: clientView.unnamedUser } : participant;
  return pick(shown, clientView.participant) as ParticipantForClient<T>;
}

/** A conversation as a client is shown it. */
export const conversationForClient = <T extends object>(conversation: T): T =>
  pick(conversation, clientView.conversation) as T;
