/** A word in the description of every conversation. */
export const COMMON_WORD = 'request';
/** A word in the description of every second conversation. */
export const HALF_WORD = 'invoice';

export const searchPath = (words: string): string =>
  `/api/v1/conversations?limit=10&search=${encodeURIComponent(words)}`;

/** A label of every tenth conversation. */
export const LABEL = 'vip';

/** Filters of the list by name. A page is full among 50 conversations too. */
export const filterPaths = (userId: string): Readonly<Record<string, string>> => ({
  unread: '/api/v1/conversations?limit=5&unread=true',
  locked_by: `/api/v1/conversations?limit=5&locked_by=${userId}`,
  label: `/api/v1/conversations?limit=5&label=${LABEL}`,
});
