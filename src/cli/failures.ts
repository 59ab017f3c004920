/** A part of the result differs, is unfinished or is not there. */
export class Differs extends Error {}

/** A file or store could not be read or written. */
export class Unreadable extends Error {}
