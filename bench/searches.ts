/** In every conversation's description. */
export const COMMON_WORD = 'request';
/** In every other one's. */
export const HALF_WORD = 'invoice';

export const searchPath = (words: string): string =>
  `/api/v1/conversations?limit=10&search=${encodeURIComponent(words)}`;
