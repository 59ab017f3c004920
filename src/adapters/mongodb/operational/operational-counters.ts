import type { Db, Filter } from 'mongodb';
import type { ListedRange } from '../../../ports/stores/operational-store.js';
import { type Span, slotted } from '../../../ports/stores/time-slots.js';
import { commitJournal } from '../documents/commit-journal.js';
import { type CountedRange, countedIn, isIn } from './operational-counts.js';
import { inRange, spanOf } from './operational-lists.js';
import { countedAs, type Row } from './operational-row.js';
import { applySettling, ENTRIES, movedOf, type Settling, settling, settlingBytes } from './operational-settling.js';

const ATTEMPTS = 5;

/**
 * Counters of listed entries. There are no transactions here, so an entry says itself that it is listed otherwise than it
 * is counted. Batches of such entries are counted by commits that are done whole or not at all, and a question adds
 * those that wait.
 */
export function operationalCounters(use: <T>(work: (db: Db) => Promise<T>) => Promise<T>, atOnce: number) {
  const journal = commitJournal<Settling>({
    name: 'operational-journal',
    apply: applySettling,
    sizeOf: settlingBytes,
  });
  /** Entries of this process that wait to be counted before it counts them. */
  const mostWaiting = atOnce / 2;
  let waiting = 0;
  let counting: Promise<void> | undefined;

  const rowsOf = (db: Db, which: Filter<Row>, limit: number) =>
    db
      .collection<Row>(ENTRIES)
      .find(which, { projection: { value: 0 }, limit })
      .toArray();

  /** @returns how many entries waited; when another process counts at the same time they may still wait */
  async function settle(db: Db, which: Filter<Row>): Promise<number> {
    const state = await journal.settled(db);
    const rows = await rowsOf(db, which, atOnce);
    if (rows.length > 0) await journal.write(db, state, await settling(db, rows, state.commit + 1));
    return rows.length;
  }

  async function settleAll(): Promise<void> {
    do waiting = 0;
    while ((await use((db) => settle(db, { moved: { $exists: true } }))) === atOnce || waiting > mostWaiting);
  }

  /** undefined: too much is counted meanwhile. */
  async function corrected(db: Db, tenantId: string, kind: string, range: CountedRange): Promise<number | undefined> {
    const which = movedOf(tenantId, kind);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { commit } = await journal.settled(db);
      const [rows, sum] = await Promise.all([rowsOf(db, which, atOnce), countedIn(db, tenantId, kind, range)]);
      if (rows.length === atOnce) await settle(db, which);
      else if ((await journal.commit(db)) === commit) return rows.reduce((n, row) => n + difference(row, range), sum);
    }
    return undefined;
  }

  return {
    /** Call after entries were listed otherwise. An outage only puts the counting off. */
    moved(entries: number): void {
      waiting += entries;
      if (waiting <= mostWaiting || counting) return;
      counting = settleAll()
        .catch(() => undefined)
        .finally(() => {
          counting = undefined;
        });
    },
    async count(db: Db, tenantId: string, kind: string, range: ListedRange): Promise<number> {
      const { slots, edges } = slotted(spanOf(range));
      const counted = (span: Span) =>
        db.collection<Row>(ENTRIES).countDocuments(inRange(tenantId, kind, range.facets, span));
      const [inSlots, ...atEnds] = await Promise.all([
        corrected(db, tenantId, kind, { facets: range.facets, slots }),
        ...edges.map(counted),
      ]);
      return inSlots === undefined ? counted(spanOf(range)) : atEnds.reduce((sum, n) => sum + n, inSlots);
    },
    async countGroup(db: Db, tenantId: string, kind: string, group: string): Promise<number> {
      const counted = await corrected(db, tenantId, kind, { group });
      const where = { tenant: { $eq: tenantId }, kind: { $eq: kind }, group: { $eq: group } };
      return counted ?? db.collection<Row>(ENTRIES).countDocuments(where);
    },
    async close(): Promise<void> {
      await counting;
    },
  };
}

const difference = (row: Row, range: CountedRange): number => {
  const [before, after] = [row.counted, countedAs(row)];
  return (after && isIn(range, after) ? 1 : 0) - (before && isIn(range, before) ? 1 : 0);
};
