const SPECIAL = /[~/]/g;

/** Parts as one id, none of which can reach into another: a slash inside a part is written otherwise. */
export const joined = (...parts: readonly string[]): string =>
  parts.map((part) => part.replace(SPECIAL, (found) => (found === '~' ? '~0' : '~1'))).join('/');

/** Above every character that begins nothing: with it a text ends the run of all that start with the same letters. */
export const LAST = '\u{10ffff}';
