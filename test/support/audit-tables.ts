import { DatabaseSync } from 'node:sqlite';
import { versionName } from '../../src/adapters/sqlite/documents/document-table.js';
import { sumsOf, tallies } from '../../src/cli/audit/compare-counters.js';
import type { Refold } from '../../src/cli/audit/refold.js';
import type { AnyProjection } from '../../src/kernel/projection.js';

/** What no question reaches: documents of tenants nobody knows, counters of what is not there, words of what is gone. */
export function leftovers(path: string, refolds: readonly Refold[]): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const number = (sql: string) => Number(db.prepare(sql).get()?.n);
  const wrong: string[] = [];
  try {
    for (const refold of refolds) {
      const { projection, tenants } = refold;
      const name = versionName(projection.name, projection.version);
      const docs = [...tenants.values()].flatMap((each) => [...each.values()]);
      const rows = number(`select count(*) as n from ${name}`);
      if (rows !== docs.length) wrong.push(`${name} has ${rows} rows, there are ${docs.length} documents`);

      const keptOf = (each: ReadonlyMap<string, unknown>) =>
        tallies(each, refold).length + [...sumsOf(each, refold).values()].filter((n) => n !== 0).length;
      const counted = [...tenants.values()].reduce((sum, each) => sum + keptOf(each), 0);
      const counters = number(`select count(*) as n from ${name}_counts`);
      if (counters !== counted) wrong.push(`${name} has ${counters} counters, there are ${counted} kinds to count`);

      const { search } = projection as AnyProjection;
      if (!search) continue;
      const texts = docs.filter((doc) => search.text(doc) !== '').length;
      const words = number(`select count(*) as n from ${name}_words_docsize`);
      if (words !== texts) wrong.push(`${name} keeps the words of ${words} texts, there are ${texts}`);
    }
    return wrong;
  } finally {
    db.close();
  }
}
