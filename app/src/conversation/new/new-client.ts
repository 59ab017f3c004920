import type { CreateConversation } from '../../../../sdk/src/api.js';
import { randomKey } from '../../../../sdk/src/random-key.js';

/** A client who is typed in. */
export interface NewClient {
  readonly key: string;
  readonly display_name: string;
  readonly phone_number: string;
  readonly email: string;
}

export const noClient = (): NewClient => ({ key: randomKey(), display_name: '', phone_number: '', email: '' });

const isEmpty = ({ display_name, phone_number, email }: NewClient): boolean =>
  `${display_name}${phone_number}${email}`.trim() === '';

/** Blanks and hyphens within a number are for people. */
const numberOf = (typed: string): string => typed.replaceAll(/[\s()/-]/g, '');

/** Empty rows at the end count for nothing; one in between keeps its place, so that errors are shown at their rows. */
export function clientsOf(clients: readonly NewClient[]): NonNullable<CreateConversation['participants']> {
  const last = clients.findLastIndex((each) => !isEmpty(each));
  return clients.slice(0, last + 1).map(({ display_name, phone_number, email }) => ({
    kind: 'CLIENT',
    display_name: display_name.trim(),
    ...(phone_number.trim() === '' ? {} : { phone_number: numberOf(phone_number) }),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }));
}
