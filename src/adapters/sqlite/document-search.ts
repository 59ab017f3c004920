import type { Table } from './document-table.js';
import { PARTS_PER_GROUP, tenantWord } from './document-words.js';
import type { Prepared } from './statements.js';

/** The groups that hold every asked word, as the temporary table `matched` until the next search. */
export interface Search {
  /** How many groups there are. */
  match(tables: readonly Table[], tenant: number, words: readonly string[]): number;
  /** Documents changed: the next search looks again. */
  forget(): void;
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

export function documentSearch(prepared: Prepared): Search {
  /** What `matched` holds; a page and its total ask the same thing one after the other. */
  let held: { readonly asked: string; readonly groups: number } | undefined;

  function fill(tables: readonly Table[], prefixes: readonly string[]): number {
    let groups = 0;
    prepared('delete from matched').run();
    for (const [i, prefix] of prefixes.entries()) {
      groups = i === 0 ? first(tables, prefix) : groups - others(tables, prefix);
      if (groups === 0) break;
    }
    return groups;
  }

  function first(tables: readonly Table[], prefix: string): number {
    const changes = tables.map(
      ({ words }) => prepared(`insert or ignore into matched ${groupsWith(words)}`).run(prefix).changes,
    );
    return changes.reduce<number>((sum, each) => sum + Number(each), 0);
  }

  function others(tables: readonly Table[], prefix: string): number {
    const union = tables.map(({ words }) => groupsWith(words)).join(' union all ');
    return Number(prepared(`delete from matched where n not in (${union})`).run(...tables.map(() => prefix)).changes);
  }

  return {
    match(tables, tenant, words) {
      const prefixes = longestFirst(words).map((word) => `"${tenantWord(tenant, word)}"*`);
      const asked = [...tables.map(({ words }) => words), ...prefixes].join(' ');
      if (held?.asked === asked) return held.groups;
      held = undefined;
      const groups = fill(tables, prefixes);
      held = { asked, groups };
      return groups;
    },
    forget() {
      held = undefined;
    },
  };
}

const groupsWith = (words: string): string => `select rowid / ${PARTS_PER_GROUP} from ${words} where ${words} match ?`;

/** Whatever is asked, only letters and digits reach the index's own language; a word that begins another adds nothing. */
export function askedWords(words: readonly string[]): readonly string[] {
  const asked = [...new Set(words.flatMap((word) => word.split(NO_WORD)))].filter((word) => word !== '');
  return asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)));
}

/** The longer a word, the fewer groups are likely to hold it. */
const longestFirst = (words: readonly string[]): readonly string[] => words.toSorted((a, b) => b.length - a.length);
