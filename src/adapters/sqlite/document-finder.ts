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
  /** The same by asking about each group, where the beginning stands for few words; else as `without`. */
  withoutOneByOne(prefix: string): number;
}

const COMMON = 1_000;
const FEW_WORDS = 8;
/** Above every letter and digit, and below them: bounds of the words with one beginning, and between two words. */
const [LAST, FIRST] = ['\u{10ffff}', '\u0001'];

const listed = (table: Table): string =>
  `select doc / ${PARTS_PER_GROUP} from ${table.terms} where term >= ? and term < ?`;

export function finder(prepared: Prepared, tables: readonly Table[]): Finder {
  const bounds = (prefix: string): readonly [string, string] => [prefix, prefix + LAST];

  function spread(prefix: string): number {
    const [from, to] = bounds(prefix);
    return tables.reduce((sum, { terms }) => {
      const counted = `select count(*) from (select 1 from ${terms} where term >= ? and term < ? limit ${COMMON})`;
      return sum + (row<[number]>(prepared(counted), from, to)?.[0] ?? 0);
    }, 0);
  }

  function without(prefix: string): number {
    const union = tables.map(listed).join(' union all ');
    const bound = tables.flatMap(() => bounds(prefix));
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

  return {
    spread,
    isCommon: (spread) => spread >= COMMON,
    all(prefix) {
      const added = tables.map((table) =>
        prepared(`insert or ignore into matched ${listed(table)}`).run(...bounds(prefix)),
      );
      return added.reduce((sum, { changes }) => sum + Number(changes), 0);
    },
    without,
    withoutOneByOne(prefix) {
      const found = tables
        .map((table) => ({ table, words: wordsOf(table, prefix) }))
        .filter(({ words }) => words.length > 0);
      if (found.some(({ words }) => words.length > FEW_WORDS)) return without(prefix);
      const absent = found.map(({ table }) => `not exists (${inGroup(table)})`);
      const bound = found.map(({ words }) => words.map((word) => `"${word}"`).join(' OR '));
      return Number(prepared(`delete from matched where ${['true', ...absent].join(' and ')}`).run(...bound).changes);
    },
  };
}

const inGroup = ({ words }: Table): string =>
  `select 1 from ${words} where ${words} match ? ` +
  `and rowid between n * ${PARTS_PER_GROUP} and n * ${PARTS_PER_GROUP} + ${PARTS_PER_GROUP - 1}`;
