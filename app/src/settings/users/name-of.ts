import type { User } from '../../../../sdk/src/api.js';

/** The name of a user, or the e-mail address of one without a name. */
export const nameOf = ({ firstname, lastname, email }: User): string =>
  [firstname, lastname].filter((each) => each !== undefined).join(' ') || email;
