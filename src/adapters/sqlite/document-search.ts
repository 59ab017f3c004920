import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../kernel/lru-cache.js';
import type { Query } from '../../ports/document-store.js';
import { conditions, runs } from './document-query.js';
import type { Table } from './document-table.js';
import {
  type PageOfRows,
  type SearchedPage,
  type SearchedTotal,
  searchedPage,
  searchedTotal,
} from './matching-documents.js';
import type { Reads } from './reads.js';
import { type Search, searchIndex } from './search-index.js';
import type { SearchThread } from './search-thread.js';
import type { Prepared } from './statements.js';

/** One tenant's documents of one collection, as a search asks for them. */
export interface Searched {
  readonly table: Table;
  /** The tables that share the search index of `table`. */
  readonly sharing: readonly Table[];
  readonly tenantId: string;
  readonly tenant: number;
  readonly words: readonly string[];
}

export interface DocumentSearch {
  /** @throws SearchTooBroad, StoreUnavailable */
  page(searched: Searched, query: Query): Promise<PageOfRows>;
  /** @throws SearchTooBroad, StoreUnavailable */
  total(searched: Searched, query: Pick<Query, 'where'>): Promise<number>;
  /** Words of the tenant's documents changed. */
  wordsChanged(tenant: number): void;
  /** A group of the tenant may have lost its document in the table. */
  ownerRemoved(table: Table, tenant: number): void;
  /** Anything may have changed. */
  forget(): void;
}

export interface SearchOptions {
  readonly prepared: Prepared;
  readonly reads: Reads;
  /** Another number after another process has written. */
  readonly changes: () => number;
  /** Does searches that take long. Default: they are done at once. */
  readonly thread?: SearchThread | undefined;
  readonly longestMs?: number | undefined;
}

/** A number for each key that is new after each change, so that nothing found before is found under it again. */
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

export function documentSearch({ prepared, reads, changes, thread, longestMs }: SearchOptions): DocumentSearch {
  const index = searchIndex(prepared, { cacheBytes: cacheBudgets.searchResults, longestMs });
  const states = numberedStates(cacheBudgets.searchStates);
  const owned = numberedStates(cacheBudgets.searchStates);
  let seen = changes();

  const ownedKey = ({ name }: Table, tenant: number): string => `${tenant} ${name}`;

  function forget(): void {
    states.clear();
    owned.clear();
  }

  function searchOf({ table, sharing, tenant, words }: Searched): Search {
    const now = changes();
    if (now !== seen) forget();
    seen = now;
    const names = ({ name, words, terms }: Table) => ({ name, words, terms });
    return {
      table: names(table),
      sharing: sharing.map(names),
      tenant,
      words,
      state: states.of(`${tenant}`),
      owned: owned.of(ownedKey(table, tenant)),
    };
  }

  const isLong = (search: Search): boolean => thread !== undefined && !index.isShort(search);

  return {
    async page(searched, query) {
      const { table, tenant, tenantId } = searched;
      const condition = conditions(table, tenant, query.where);
      const { limit, offset = 0, bytes } = query;
      const asked: SearchedPage = {
        search: searchOf(searched),
        condition,
        runs: runs(table, query),
        limit,
        offset,
        bytes,
      };
      if (thread && (await reads(() => isLong(asked.search)))) return thread.page(tenantId, asked);
      return reads(() => searchedPage(prepared, index, asked));
    },
    async total(searched, { where = [] }) {
      const { table, tenant, tenantId } = searched;
      const condition = where.length === 0 ? undefined : conditions(table, tenant, where);
      const asked: SearchedTotal = { search: searchOf(searched), condition };
      if (thread && (await reads(() => isLong(asked.search)))) return thread.total(tenantId, asked);
      return reads(() => searchedTotal(prepared, index, asked));
    },
    wordsChanged: (tenant) => states.changed(`${tenant}`),
    ownerRemoved: (table, tenant) => owned.changed(ownedKey(table, tenant)),
    forget,
  };
}
