/** A word in the description of every conversation. */
export const COMMON_WORD = 'request';
/** A word in the description of every second conversation. */
export const HALF_WORD = 'invoice';

export const searchPath = (words: string): string =>
  `/api/v1/conversations?limit=10&search=${encodeURIComponent(words)}`;
