import { randomUUID } from 'node:crypto';
import type { Checkpoint, Collection } from '../../src/kernel/projection.js';
import type { DocumentStore, Write } from '../../src/ports/stores/document-store.js';

export interface Book {
  readonly id: string;
  readonly title?: string;
  readonly shelf?: string;
  readonly pages?: number;
  readonly lent?: boolean;
}

export interface Note {
  readonly id: string;
  readonly book: string;
  readonly text: string;
}

/** What the document store's contract is tried on: books, and notes whose words find the book they are about. */
export const books: Collection<Book> = {
  name: 'contract-books',
  version: 1,
  fields: {
    shelf: ({ shelf }) => shelf,
    pages: ({ pages }) => pages,
    lent: ({ lent }) => lent,
    title: ({ title }) => title,
  },
  indexes: [['pages'], ['shelf', 'pages'], ['title'], ['lent']],
  counters: [[], ['shelf'], ['shelf', 'lent']],
  sums: ({ shelf, pages = 0 }) => [...(shelf === undefined ? [] : [[shelf, pages] as const]), ['all', pages]],
  search: { index: 'contract-library', group: ({ id }) => id, text: ({ title }) => title ?? '' },
};

export const notes: Collection<Note> = {
  name: 'contract-notes',
  version: 1,
  fields: { book: ({ book }) => book },
  indexes: [['book']],
  search: { index: 'contract-library', group: ({ book }) => book, text: ({ text }) => text },
};

let position = 0;

/** One change among those of a commit. Positions grow as they do in a log. */
export const write = (collection: Collection<never>, tenantId: string, key: string, doc: unknown): Write => ({
  collection,
  tenantId,
  key,
  doc,
  position: ++position,
});

/** A tenant that nobody wrote to before. */
export function library(store: DocumentStore) {
  const tenantId = randomUUID();
  const shelving = (book: Book) => write(books, tenantId, book.id, book);
  const noting = (note: Note) => write(notes, tenantId, note.id, note);
  return {
    tenantId,
    books: store.reader(books, tenantId),
    notes: store.reader(notes, tenantId),
    shelving,
    noting,
    removing: (id: string) => write(books, tenantId, id, undefined),
    commit: (writes: readonly Write[], checkpoints: readonly Checkpoint[] = []) => store.commit(writes, checkpoints),
    put: (...kept: readonly Book[]) => store.commit(kept.map(shelving), []),
    note: (...kept: readonly Note[]) => store.commit(kept.map(noting), []),
    remove: (...ids: readonly string[]) =>
      store.commit(
        ids.map((id) => write(books, tenantId, id, undefined)),
        [],
      ),
    async found(...words: readonly string[]): Promise<readonly string[]> {
      const matching = { index: 'contract-library', text: words.join(' ') };
      return (await store.reader(books, tenantId).find({ matching, limit: 100 })).keys;
    },
  };
}

export type Library = ReturnType<typeof library>;
