import type { Clause } from './document-query.js';
import type { Table } from './document-table.js';
import { PARTS_PER_GROUP } from './document-words.js';
import { type Prepared, row } from './statements.js';

/** Looks in the word lists of the tables that share a search index, and keeps in `matched` what it finds. */
export interface Finder {
  /** In how many documents words with this beginning stand; it stops counting at a limit. */
  spread(prefix: string): number;
  isCommon(spread: number): boolean;
  /** Adds every group that has the word; answers how many. */
  all(prefix: string): number;
  /** Removes the groups that have it not; answers how many. */
  without(prefix: string): number;
  /** The same for a common word and groups found by a rarer one, by asking about each group where those are few. */
  withoutOneByOne(prefix: string, rarer: string): number;
}

const COMMON = 1_000;
const FEW_WORDS = 8;
/** So few groups are asked one by one for a common word, because to list a common word's groups takes long. */
const FEW_GROUPS = 100;
/** Above every letter and digit, and below them: bounds of the words with one beginning, and between two words. */
const [LAST, FIRST] = ['\u{10ffff}', '\u0001'];

const holding = ({ words }: Table): string => `select rowid / ${PARTS_PER_GROUP} from ${words} where ${words} match ?`;

const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

export function finder(prepared: Prepared, tables: readonly Table[]): Finder {
  const bounds = (prefix: string): readonly [string, string] => [prefix, prefix + LAST];

  function spread(prefix: string): number {
    const [from, to] = bounds(prefix);
    return tables.reduce((sum, { terms }) => {
      const counted = `select count(*) from (select 1 from ${terms} where term >= ? and term < ? limit ${COMMON})`;
      return sum + (row<[number]>(prepared(counted), from, to)?.[0] ?? 0);
    }, 0);
  }

  /** The groups in each table's list: of words that are named it is read in half the time. */
  function listed(prefix: string): readonly Clause[] {
    return tables.flatMap((table): readonly Clause[] => {
      const words = wordsOf(table, prefix);
      if (words.length === 0) return [];
      if (words.length <= FEW_WORDS) return [{ sql: holding(table), bound: [anyOf(words)] }];
      const sql = `select doc / ${PARTS_PER_GROUP} from ${table.terms} where term >= ? and term < ?`;
      return [{ sql, bound: bounds(prefix) }];
    });
  }

  function without(prefix: string): number {
    const lists = listed(prefix);
    const union = ['select null where false', ...lists.map(({ sql }) => sql)].join(' union all ');
    const bound = lists.flatMap((list) => list.bound);
    return Number(prepared(`delete from matched where n not in (${union})`).run(...bound).changes);
  }

  /** From each word straight to the next: a common word's documents are not walked through. */
  function wordsOf({ terms }: Table, prefix: string): readonly string[] {
    const words: string[] = [];
    const next = `select term from ${terms} where term >= ? and term < ? limit 1`;
    for (let from = prefix; words.length <= FEW_WORDS; ) {
      const word = row<[string]>(prepared(next), from, prefix + LAST)?.[0];
      if (word === undefined) return words;
      words.push(word);
      from = word + FIRST;
    }
    return words;
  }

  /** Most groups have both words in one document, which the index finds at once; only the others are asked. */
  function withoutOneByOne(prefix: string, rarer: string): number {
    const found = tables
      .map((table) => ({ table, words: wordsOf(table, prefix), rarer: wordsOf(table, rarer) }))
      .filter(({ words }) => words.length > 0);
    if (found.some(({ words, rarer }) => Math.max(words.length, rarer.length) > FEW_WORDS)) return without(prefix);
    const both = found.filter(({ rarer }) => rarer.length > 0);
    const together = both.map(({ table }) => holding(table));
    const asked = both.map(({ words, rarer }) => `(${anyOf(words)}) AND (${anyOf(rarer)})`);
    const open = `n not in (${['select null where false', ...together].join(' union all ')})`;
    const groups = row<[number]>(prepared(`select count(*) from matched where ${open}`), ...asked)?.[0] ?? 0;
    if (groups > FEW_GROUPS) return without(prefix);
    if (groups === 0) return 0;
    const absent = found.map(({ table }) => `not exists (${inGroup(table)})`);
    const bound = found.map(({ words }) => anyOf(words));
    const removing = prepared(`delete from matched where ${[open, ...absent].join(' and ')}`);
    return Number(removing.run(...asked, ...bound).changes);
  }

  return {
    spread,
    isCommon: (spread) => spread >= COMMON,
    all(prefix) {
      const added = listed(prefix).map(({ sql, bound }) =>
        prepared(`insert or ignore into matched ${sql}`).run(...bound),
      );
      return added.reduce((sum, { changes }) => sum + Number(changes), 0);
    },
    without,
    withoutOneByOne,
  };
}

const inGroup = ({ words }: Table): string =>
  `select 1 from ${words} where ${words} match ? ` +
  `and rowid between n * ${PARTS_PER_GROUP} and n * ${PARTS_PER_GROUP} + ${PARTS_PER_GROUP - 1}`;
