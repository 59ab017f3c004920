import type { Reader } from '../../ports/stores/document-store.js';

type Listed<Doc> = Pick<Reader<Doc>, 'find' | 'count'>;

/** A short list, already filtered and in order, as a reader that pages. */
export const listReader = <Doc extends { readonly id: string }>(all: readonly Doc[]): Listed<Doc> => ({
  async find({ after, offset = 0, limit }) {
    const start = after ? all.findIndex(({ id }) => id === after.key) + 1 : offset;
    const docs = all.slice(start, start + limit);
    return { docs, keys: docs.map(({ id }) => id), hasMore: start + limit < all.length };
  },
  count: async () => all.length,
});
