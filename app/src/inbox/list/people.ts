import type { Conversation, User } from '../../../../sdk/src/api.js';

type Person = NonNullable<Conversation['participants']>[number];

/** Id of the user that a participant is. */
export const userOf = (person: Person | undefined): string | undefined =>
  person && 'user_id' in person ? person.user_id : undefined;

export const personIn = ({ participants = [] }: Conversation, id: string): Person | undefined =>
  participants.find((each) => each.id === id);

export const clientsOf = ({ participants = [] }: Conversation): string =>
  participants
    .filter(({ kind }) => kind === 'CLIENT')
    .map(({ display_name }) => display_name)
    .filter(Boolean)
    .slice(0, 3)
    .join(', ');

/** The name of a user among the participants. */
export const nameOfUser = ({ participants = [] }: Conversation, userId: string): string | undefined =>
  participants.find((each) => userOf(each) === userId)?.display_name;

export const fullName = ({ firstname, lastname, email }: User): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email;
