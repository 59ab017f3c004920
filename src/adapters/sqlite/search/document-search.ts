import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import { lruCache } from '../../../lib/lru-cache.js';
import type { Matching } from '../../../ports/stores/document-store.js';
import { searchedWords } from '../../../ports/stores/words.js';
import { namesOf, type Table } from '../documents/document-table.js';
import type { Search } from './search-index.js';

/** Names the state of the words that a search reads, so that what was found before a change is not found after it. */
export interface DocumentSearch {
  /** @param sharing the tables that share the search index of `table` */
  of(table: Table, sharing: readonly Table[], tenant: number, { text, without }: Matching): Search;
  /** Words of the tenant's documents changed. */
  wordsChanged(tenant: number): void;
  /** A group of the tenant may have lost its document in the table. */
  ownerRemoved(table: Table, tenant: number): void;
  /** Anything may have changed. */
  forget(): void;
}

/** A number for each key that is another one after each change. */
function numberedStates(bytes: number) {
  const numbers = lruCache<string, number>({ bytes });
  let last = 0;
  return {
    of(key: string): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, ++last);
      return last;
    },
    changed: numbers.delete,
    clear: numbers.clear,
  };
}

/** `changes` is another number after another process has written. */
export function documentSearch(changes: () => number): DocumentSearch {
  const states = numberedStates(cacheBudgets.searchStates);
  const owned = numberedStates(cacheBudgets.searchStates);
  let seen = changes();

  const ownedKey = ({ name }: Table, tenant: number): string => `${tenant} ${name}`;

  function forget(): void {
    states.clear();
    owned.clear();
  }

  return {
    of(table, sharing, tenant, { text, without }) {
      const now = changes();
      if (now !== seen) forget();
      seen = now;
      return {
        table: namesOf(table),
        sharing: sharing.map(namesOf),
        tenant,
        words: searchedWords(text),
        without: without === undefined ? undefined : searchedWords(without)[0],
        state: states.of(`${tenant}`),
        owned: owned.of(ownedKey(table, tenant)),
      };
    },
    wordsChanged: (tenant) => states.changed(`${tenant}`),
    ownerRemoved: (table, tenant) => owned.changed(ownedKey(table, tenant)),
    forget,
  };
}
