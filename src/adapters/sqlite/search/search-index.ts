import { limits } from '../../../catalogue/limits/limits.js';
import { lruCache } from '../../../lib/lru-cache.js';
import { SearchTooBroad } from '../../../ports/stores/document-store.js';
import type { Spellings } from '../../../ports/stores/words.js';
import type { TableNames } from '../documents/document-table.js';
import { GIVEN, type Prepared, rows } from '../statements.js';
import { GroupSet } from './group-set.js';
import { tenantWord } from './indexed-words.js';
import { COMMON, type WordLists, wordLists } from './word-lists.js';

/** A search for the groups of a tenant that have every word, and a document in `table`. */
export interface Search {
  readonly table: TableNames;
  /** The tables that share the search index of `table`. */
  readonly sharing: readonly TableNames[];
  readonly tenant: number;
  readonly words: readonly Spellings[];
  /** A word that the groups do not have. */
  readonly without: Spellings | undefined;
  /** Another number once words of the tenant changed. */
  readonly state: number;
  /** Another number once a group of the tenant may have lost its document. */
  readonly owned: number;
}

export interface SearchIndex {
  /** @throws SearchTooBroad */
  groups(search: Search): GroupSet;
  /** undefined: it would take longer than a moment. @throws SearchTooBroad */
  groupsAtOnce(search: Search): GroupSet | undefined;
}

const NONE = new GroupSet();
const GROUPS_AT_ONCE = 1_000;

export interface SearchBounds {
  /** Memory for what the last searches found. */
  readonly cacheBytes: number;
  readonly longestMs?: number | undefined;
}

export function searchIndex(
  prepared: Prepared,
  { cacheBytes, longestMs = limits.searchMs }: SearchBounds,
): SearchIndex {
  const memory = { bytes: cacheBytes / 2, sizeOf: ({ bytes }: GroupSet) => bytes };
  const found = lruCache<string, GroupSet>(memory);
  /** Groups that are known to have a document in a table. */
  const owners = lruCache<string, GroupSet>(memory);

  function withOwner({ table, tenant, owned }: Search, groups: GroupSet): GroupSet {
    const name = `${owned} ${table.name} ${tenant}`;
    const known = owners.get(name) ?? new GroupSet();
    const sql = `select own from ${GIVEN} cross join ${table.name} on own = n where tenant = ?`;
    for (const some of groups.without(known).slices(GROUPS_AT_ONCE))
      for (const [group] of rows<[number]>(prepared(sql), JSON.stringify(some), tenant)) known.add(group);
    owners.set(name, known);
    return groups.and(known);
  }

  function find(search: Search, isWanted: (rarestFirst: readonly Spread[]) => boolean): GroupSet | undefined {
    const name = nameOf(search);
    const before = found.get(name);
    if (before) return before;
    const lists = wordLists(
      prepared,
      search.sharing,
      SearchTooBroad.after(longestMs, () => performance.now()),
    );
    const rarestFirst = spreadsOf(lists, search.tenant, search.words);
    const unwanted = search.without ? spreadsOf(lists, search.tenant, [search.without]) : [];
    if (!isWanted([...rarestFirst, ...unwanted])) return undefined;
    const groups = withOwner(search, withNone(lists, withAll(lists, rarestFirst), unwanted));
    found.set(name, groups);
    return groups;
  }

  return {
    groups: (search) => find(search, () => true) ?? NONE,
    groupsAtOnce: (search) => find(search, (words) => words.every(({ spread }) => spread < COMMON)),
  };
}

interface Spread {
  readonly prefixes: readonly string[];
  readonly spread: number;
}

const spreadsOf = (lists: WordLists, tenant: number, words: readonly Spellings[]): readonly Spread[] =>
  words
    .map((spellings) => spellings.map((word) => tenantWord(tenant, word)))
    .map((prefixes) => ({ prefixes, spread: lists.spread(prefixes) }))
    .sort((a, b) => a.spread - b.spread);

const nameOf = ({ state, tenant, table, words, without = [] }: Search): string =>
  [state, tenant, table.name, ...[...words, without].map((spellings) => spellings.join('|'))].join(' ');

/** The groups of the rarest word are checked for the other words. */
function withAll(lists: WordLists, [rarest, ...others]: readonly Spread[]): GroupSet {
  if (!rarest || rarest.spread === 0) return NONE;
  let groups = lists.groups(rarest.prefixes);
  for (const { prefixes, spread } of others) {
    if (groups.size === 0) return NONE;
    const isRarer = spread === COMMON && groups.size < COMMON;
    groups = isRarer ? lists.among(groups, prefixes, rarest.prefixes) : groups.and(lists.groups(prefixes));
  }
  return groups;
}

const withNone = (lists: WordLists, groups: GroupSet, unwanted: readonly Spread[]): GroupSet =>
  groups.size === 0 ? groups : unwanted.reduce((left, { prefixes }) => left.without(lists.groups(prefixes)), groups);
