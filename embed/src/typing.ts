/** Key code of a key that belongs to an input method. */
const COMPOSING = 229;

/** Enter sends, as in other messengers, but not while a word is composed. Safari says so by the key code alone. */
export const isSend = ({ key, shiftKey, isComposing, keyCode }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== COMPOSING;

/** A typed text without the characters that the service refuses. */
export const sendable = (typed: string): string => typed.replaceAll('\0', '').toWellFormed().trim();
