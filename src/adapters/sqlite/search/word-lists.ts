import type { TableNames } from '../documents/document-table.js';
import { LIMIT, type Prepared, row, rows } from '../statements.js';
import { GroupSet } from './group-set.js';
import { PARTS_PER_GROUP } from './indexed-words.js';

/** Beginnings of words, none of which begins another. */
type Prefixes = readonly string[];

/** The word lists of the tables that share a search index. */
export interface WordLists {
  /** Number of documents that have words with one of these beginnings; COMMON at most. */
  spread(prefixes: Prefixes): number;
  /** Every group with a word of one of these beginnings. */
  groups(prefixes: Prefixes): GroupSet;
  /** Those of `groups`, which were found by a rarer word, that have a word of one of these beginnings too. */
  among(groups: GroupSet, prefixes: Prefixes, rarer: Prefixes): GroupSet;
}

export const COMMON = 1_000;
const FEW_WORDS = 8;
/**
 * At most this many groups are checked one by one for a common word, because listing a common word's groups takes long.
 */
const FEW_GROUPS = 100;
/** Entries of the words that are read to see which are common. */
const WALKED = { least: 64, most: 2_048 };
/** Above every letter and digit, and below them: bounds of the words with one beginning, and between two words. */
const [LAST, FIRST] = ['\u{10ffff}', '\u0001'];

const groupOf = (part: number): number => Math.floor(part / PARTS_PER_GROUP);
const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

/** @param check throws when the search has taken too long */
export function wordLists(prepared: Prepared, tables: readonly TableNames[], check: () => void): WordLists {
  function spread(prefixes: Prefixes): number {
    let sum = 0;
    for (const { terms } of tables) {
      const counted = `select count(*) from (select 1 from ${terms} where term >= ? and term < ? ${LIMIT})`;
      for (const prefix of prefixes) {
        sum += row<[number]>(prepared(counted), prefix, prefix + LAST, COMMON - sum)?.[0] ?? 0;
        if (sum >= COMMON) return sum;
      }
    }
    return sum;
  }

  /** Adds the groups of the documents that match, listed as one text: rows of them take four times as long. */
  function addMatching({ words }: TableNames, match: string, groups: GroupSet): void {
    check();
    const sql = `select group_concat(rowid / ${PARTS_PER_GROUP}) from ${words} where ${words} match ?`;
    const list = row<[string | null]>(prepared(sql), match)?.[0];
    if (list) addListed(list, groups);
  }

  /** Walks the words one after the other; those of many documents are listed by themselves, which is quicker. */
  function addWords(table: TableNames, prefix: string, groups: GroupSet): void {
    const walk = prepared(`select term, doc from ${table.terms} where term >= ? and term < ? ${LIMIT}`);
    let limit = WALKED.least;
    for (let from = prefix; ; ) {
      check();
      const entries = rows<[string, number]>(walk, from, prefix + LAST, limit);
      const word = entries.length < limit ? undefined : entries.at(-1)?.[0];
      const ended = word === undefined ? entries.length : entries.findIndex(([term]) => term === word);
      for (const [, part] of entries.slice(0, ended)) groups.add(groupOf(part));
      if (word === undefined) return;
      const isCommon = ended <= limit / 2;
      if (isCommon) addMatching(table, anyOf([word]), groups);
      from = isCommon ? word + FIRST : word;
      limit = isCommon ? WALKED.least : Math.min(WALKED.most, limit * 2);
    }
  }

  /** At most FEW_WORDS + 1, from each word straight to the next. */
  function wordsOf({ terms }: TableNames, prefixes: Prefixes): readonly string[] {
    const words: string[] = [];
    const next = `select term from ${terms} where term >= ? and term < ? limit 1`;
    for (const prefix of prefixes) {
      for (let from = prefix; words.length <= FEW_WORDS; ) {
        const word = row<[string]>(prepared(next), from, prefix + LAST)?.[0];
        if (word === undefined) break;
        words.push(word);
        from = word + FIRST;
      }
    }
    return words;
  }

  function groupsWith(prefixes: Prefixes): GroupSet {
    const groups = new GroupSet();
    for (const table of tables) for (const prefix of prefixes) addWords(table, prefix, groups);
    return groups;
  }

  function isIn({ words }: TableNames, match: string, group: number): boolean {
    const found = prepared(`select 1 from ${words} where ${words} match ? and rowid >= ? and rowid < ? limit 1`);
    check();
    return row(found, match, group * PARTS_PER_GROUP, (group + 1) * PARTS_PER_GROUP) !== undefined;
  }

  /** Most groups have both words in one document, which the index finds at once; only the others are checked singly. */
  function among(groups: GroupSet, prefixes: Prefixes, rarer: Prefixes): GroupSet {
    const found = tables
      .map((table) => ({ table, words: wordsOf(table, prefixes), rarer: wordsOf(table, rarer) }))
      .filter(({ words }) => words.length > 0);
    if (found.some(({ words, rarer }) => Math.max(words.length, rarer.length) > FEW_WORDS))
      return groups.and(groupsWith(prefixes));
    const both = new GroupSet();
    for (const { table, words, rarer } of found)
      if (rarer.length > 0) addMatching(table, `(${anyOf(words)}) AND (${anyOf(rarer)})`, both);
    const open = groups.without(both);
    if (open.size > FEW_GROUPS) return groups.and(groupsWith(prefixes));
    const absent = new GroupSet();
    for (const group of open.numbers())
      if (!found.some(({ table, words }) => isIn(table, anyOf(words), group))) absent.add(group);
    return groups.without(absent);
  }

  return { spread, groups: groupsWith, among };
}

/** Adds numbers with commas between them. Documents of one group follow each other. */
function addListed(list: string, groups: GroupSet): void {
  for (let group = 0, last = -1, i = 0; i <= list.length; i++) {
    const digit = list.charCodeAt(i) - 48;
    if (digit >= 0) {
      group = group * 10 + digit;
      continue;
    }
    if (group !== last) groups.add(group);
    last = group;
    group = 0;
  }
}
