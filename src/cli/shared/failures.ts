/** The command was given in a wrong way. */
export class WrongUsage extends Error {}

/** A part of the result differs, is unfinished or is not there. */
export class Differs extends Error {}

/** A file or store could not be read or written. */
export class Unreadable extends Error {}

/** For the usage of a command. */
export const EXIT_CODES =
  'Exit codes: 0 done, 1 something differs or is not there, 2 wrong usage, 3 a file or store cannot be read.';
