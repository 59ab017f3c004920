import { lruCache } from '../../kernel/lru-cache.js';
import { SearchTooBroad } from '../../ports/document-store.js';
import type { TableNames } from './document-table.js';
import { GroupSet } from './group-set.js';
import { tenantWord } from './indexed-words.js';
import { GIVEN, type Prepared, rows } from './statements.js';
import { COMMON, type WordLists, wordLists } from './word-lists.js';

/** A search for the groups of a tenant that have every word, and a document in `table`. */
export interface Search {
  readonly table: TableNames;
  /** The tables that share the search index of `table`. */
  readonly sharing: readonly TableNames[];
  readonly tenant: number;
  readonly words: readonly string[];
  /** Another number once words of the tenant changed. */
  readonly state: number;
  /** Another number once a group of the tenant may have lost its document. */
  readonly owned: number;
}

export interface SearchIndex {
  /** Whether it takes only a moment. */
  isShort(search: Search): boolean;
  /** @throws SearchTooBroad */
  groups(search: Search): GroupSet;
}

const NONE = new GroupSet();
const GROUPS_AT_ONCE = 1_000;
/** A search of rare words takes 1 ms; one of common words among a million documents 100 ms a word. */
const LONGEST_MS = 2_000;

export interface SearchBounds {
  /** Memory for what the last searches found. */
  readonly cacheBytes: number;
  readonly longestMs?: number | undefined;
}

export function searchIndex(prepared: Prepared, { cacheBytes, longestMs = LONGEST_MS }: SearchBounds): SearchIndex {
  const memory = { bytes: cacheBytes / 2, sizeOf: ({ bytes }: GroupSet) => bytes };
  const found = lruCache<string, GroupSet>(memory);
  /** Groups that are known to have a document in a table. */
  const owners = lruCache<string, GroupSet>(memory);

  function listsOf({ sharing, tenant, words }: Search) {
    const until = performance.now() + longestMs;
    const check = () => {
      if (performance.now() >= until) throw new SearchTooBroad();
    };
    return { lists: wordLists(prepared, sharing, check), prefixes: words.map((word) => tenantWord(tenant, word)) };
  }

  function withOwner({ table, tenant, owned }: Search, groups: GroupSet): GroupSet {
    const name = `${owned} ${table.name} ${tenant}`;
    const known = owners.get(name) ?? new GroupSet();
    const sql = `select own from ${GIVEN} cross join ${table.name} on own = n where tenant = ?`;
    for (const some of groups.without(known).slices(GROUPS_AT_ONCE))
      for (const [group] of rows<[number]>(prepared(sql), JSON.stringify(some), tenant)) known.add(group);
    owners.set(name, known);
    return groups.and(known);
  }

  return {
    isShort(search) {
      if (found.get(nameOf(search))) return true;
      const { lists, prefixes } = listsOf(search);
      return prefixes.every((prefix) => lists.spread(prefix) < COMMON);
    },
    groups(search) {
      const name = nameOf(search);
      const before = found.get(name);
      if (before) return before;
      const { lists, prefixes } = listsOf(search);
      const groups = withOwner(search, withAll(lists, prefixes));
      found.set(name, groups);
      return groups;
    },
  };
}

const nameOf = ({ state, tenant, table, words }: Search): string => [state, tenant, table.name, ...words].join(' ');

/** The rarest word first: what has it is checked for the others. */
function withAll(lists: WordLists, prefixes: readonly string[]): GroupSet {
  const [rarest, ...others] = prefixes
    .map((prefix) => ({ prefix, spread: lists.spread(prefix) }))
    .sort((a, b) => a.spread - b.spread);
  if (!rarest || rarest.spread === 0) return NONE;
  let groups = lists.groups(rarest.prefix);
  for (const { prefix, spread } of others) {
    if (groups.size === 0) return NONE;
    const isRarer = spread === COMMON && groups.size < COMMON;
    groups = isRarer ? lists.among(groups, prefix, rarest.prefix) : groups.and(lists.groups(prefix));
  }
  return groups;
}
