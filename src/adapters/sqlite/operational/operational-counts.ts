import type { DatabaseSync } from 'node:sqlite';
import { SLOT_MINUTES, type Slots, slotOf } from '../../../ports/stores/time-slots.js';
import { type Prepared, row } from '../statements.js';

/** How an entry is listed: the time negated, so that the newest comes first. */
export type ListedRow = readonly [newest: number | null, facet: string | null, group: string | null];

interface Cell {
  readonly tenant: string;
  readonly kind: string;
  readonly minutes: number;
  readonly name: string;
  readonly slot: number;
  n: number;
}

/** Cells of no slot count a group. */
const GROUPS = 0;

const SCHEMA = `
  create table if not exists entry_counts (
    tenant text not null, kind text not null, minutes integer not null, name text not null, slot integer not null,
    n integer not null, primary key (tenant, kind, minutes, name, slot)
  ) without rowid;
`;
const KEY = 'tenant = ? and kind = ? and minutes = ?';
const ADD = 'insert into entry_counts values (?, ?, ?, ?, ?, ?) on conflict do update set n = n + excluded.n';
const CLEAN = `delete from entry_counts where ${KEY} and name = ? and slot = ? and n = 0`;
const SUM = `
  select coalesce(sum(n), 0) from entry_counts
  where ${KEY} and name in (select value from json_each(?)) and slot >= ? and slot < ?`;

/** How many entries are listed, by facet and slot of time, and by group. */
export function operationalCounts(db: DatabaseSync, prepared: Prepared) {
  db.exec(SCHEMA);
  const pending = new Map<string, Cell>();

  function add(tenant: string, kind: string, minutes: number, name: string, slot: number, n: 1 | -1): void {
    const id = `${minutes} ${slot} ${tenant} ${kind} ${name}`;
    const cell = pending.get(id);
    if (cell) cell.n += n;
    else pending.set(id, { tenant, kind, minutes, name, slot, n });
  }

  function count(tenant: string, kind: string, [newest, facet, group]: ListedRow, n: 1 | -1): void {
    if (newest === null || facet === null) return;
    for (const minutes of SLOT_MINUTES) add(tenant, kind, minutes, facet, slotOf(-newest, minutes), n);
    if (group !== null) add(tenant, kind, GROUPS, group, 0, n);
  }

  const summed = (...bound: readonly (string | number)[]) => row<[number]>(prepared(SUM), ...bound)?.[0] ?? 0;

  return {
    change(tenant: string, kind: string, before: ListedRow | undefined, after: ListedRow | undefined): void {
      if (before) count(tenant, kind, before, -1);
      if (after) count(tenant, kind, after, 1);
    },
    /** Writes what was changed, as part of the open transaction. */
    flush(): void {
      for (const { tenant, kind, minutes, name, slot, n } of pending.values()) {
        if (n !== 0) prepared(ADD).run(tenant, kind, minutes, name, slot, n);
        if (n < 0) prepared(CLEAN).run(tenant, kind, minutes, name, slot);
      }
      pending.clear();
    },
    forget: () => pending.clear(),
    inSlots: (tenant: string, kind: string, facets: string, { minutes, from, to }: Slots): number =>
      summed(tenant, kind, minutes, facets, from, to),
    inGroup: (tenant: string, kind: string, group: string): number =>
      summed(tenant, kind, GROUPS, JSON.stringify([group]), 0, 1),
  };
}

export type OperationalCounts = ReturnType<typeof operationalCounts>;
