import { type Finder, finder } from './document-finder.js';
import type { Table } from './document-table.js';
import { tenantWord } from './document-words.js';
import type { Prepared } from './statements.js';

/** The groups that hold every asked word, as the temporary table `matched` until the next search. */
export interface Search {
  /** How many groups there are. */
  match(tables: readonly Table[], tenant: number, words: readonly string[]): number;
  /** Documents changed: the next search looks again. */
  forget(): void;
}

/** `changes` is another number after another process has written. */
export function documentSearch(prepared: Prepared, changes: () => number): Search {
  /** Cached result of `matched`, because a page and its total use the same search. */
  let held: { readonly asked: string; readonly groups: number } | undefined;

  function fill(find: Finder, prefixes: readonly string[]): number {
    prepared('delete from matched').run();
    const rarestFirst = prefixes
      .map((prefix) => ({ prefix, spread: find.spread(prefix) }))
      .sort((a, b) => a.spread - b.spread);
    const rarest = rarestFirst[0]?.prefix ?? '';
    let groups = 0;
    for (const [i, { prefix, spread }] of rarestFirst.entries()) {
      if (spread === 0) return 0;
      if (i === 0) groups = find.all(prefix);
      else if (find.isCommon(spread) && !find.isCommon(groups)) groups -= find.withoutOneByOne(prefix, rarest);
      else groups -= find.without(prefix);
      if (groups === 0) return 0;
    }
    return groups;
  }

  return {
    match(tables, tenant, words) {
      const prefixes = words.map((word) => tenantWord(tenant, word));
      const asked = [changes(), ...tables.map(({ name }) => name), ...prefixes].join(' ');
      if (held?.asked === asked) return held.groups;
      held = undefined;
      const groups = fill(finder(prepared, tables), prefixes);
      held = { asked, groups };
      return groups;
    },
    forget() {
      held = undefined;
    },
  };
}
