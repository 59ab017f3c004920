import type { DatabaseSync } from 'node:sqlite';
import { epochMs, type Instant } from '../../../kernel/instant.js';
import type {
  DuePlace,
  Entry,
  LanePlace,
  Listed,
  ListedPage,
  ListedRange,
  OperationalKey,
  Scanned,
} from '../../../ports/stores/operational-store.js';
import { LIMIT, row, rows, statements } from '../statements.js';
import { type ListedRow, operationalCounts } from './operational-counts.js';
import { operationalLists } from './operational-lists.js';

/** An entry as it is to be kept, its value already text. */
export interface EntryToPut {
  readonly key: OperationalKey;
  readonly value: string;
  readonly expected: number | undefined;
  readonly due: Instant | undefined;
  readonly lane: string | undefined;
  readonly listed: Listed | undefined;
}

type Row = readonly [
  tenant: string,
  kind: string,
  id: string,
  value: string,
  revision: number,
  due: Instant | null,
  lane: string | null,
];

const SELECT = 'select tenant, kind, id, value, revision, due, lane from entries where';
const KEY = 'tenant = ? and kind = ? and id = ?';
const INSERT = `
  insert into entries (tenant, kind, id, value, due, lane, newest, facet, grouped, revision)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`;
const CHANGED = 'value = excluded.value, due = excluded.due, lane = excluded.lane, revision = revision + 1';
const PUT = `${INSERT} on conflict do update set ${CHANGED}`;
const PUT_LISTED = `${PUT}, newest = excluded.newest, facet = excluded.facet, grouped = excluded.grouped`;
const FIRST = `${INSERT} on conflict do nothing`;
const NEXT = `update entries set value = ?, due = ?, lane = ?, revision = revision + 1 where ${KEY} and revision = ?`;
const NEXT_LISTED = `
  update entries set value = ?, due = ?, lane = ?, revision = revision + 1, newest = ?, facet = ?, grouped = ?
  where ${KEY} and revision = ?`;
const RELIST = `update entries set newest = ?, facet = ?, grouped = ? where ${KEY} and revision = ?`;
const LISTED = `select newest, facet, grouped from entries where ${KEY}`;
const REMOVE = `delete from entries where ${KEY}`;
const REMOVED = 'returning newest, facet, grouped';
const SWEEP = `
  delete from entries where n in (select n from entries where kind = ? and due < ? ${LIMIT})
  returning newest, facet, grouped, tenant`;
const IN_LANE = `
  ${SELECT} kind = ? and lane = ? and tenant = ? and (due, id) > (?, ?) order by due, id ${LIMIT}`;
const NEXT_TENANT = 'select tenant from entries where kind = ? and lane = ? and tenant > ? order by tenant limit 1';
/** Above every character an id may hold. */
const LAST = '\u{10ffff}';
const ORDER = 'order by tenant, kind, id';
/** The entry at this offset, found in the index alone. */
const STEP = `select tenant, kind, id from entries where (tenant, kind, id) > (?, ?, ?) ${ORDER} limit 1 offset ?`;
const SCAN = `
  ${SELECT} (tenant, kind, id) > (?, ?, ?) and (tenant, kind, id) <= (?, ?, ?)
  and kind in (select value from json_each(?)) ${ORDER}`;

/** The entries as rows. Its writes are part of the open transaction. */
export function operationalEntries(db: DatabaseSync) {
  const prepared = statements(db);
  const counts = operationalCounts(db, prepared);
  const lists = operationalLists(prepared, counts);
  const changed = (sql: string, ...bound: readonly (string | number | null)[]): boolean =>
    Number(prepared(sql).run(...bound).changes) > 0;
  const listedAs = ({ tenantId, kind, id }: OperationalKey) => row<ListedRow>(prepared(LISTED), tenantId, kind, id);

  function first({ key: { tenantId, kind, id }, value, due, lane, listed }: EntryToPut): boolean {
    const as = rowOf(listed);
    const isNew = changed(FIRST, tenantId, kind, id, value, due ?? null, lane ?? null, ...as);
    if (isNew) counts.change(tenantId, kind, undefined, as);
    return isNew;
  }

  function relist(key: OperationalKey, listed: Listed, expected: number): boolean {
    const { tenantId, kind, id } = key;
    const [before, after] = [listedAs(key), rowOf(listed)];
    if (!changed(RELIST, ...after, tenantId, kind, id, expected)) return false;
    counts.change(tenantId, kind, before, after);
    return true;
  }

  return {
    /** Counters that the open transaction changed are written with it. */
    flush: () => counts.flush(),
    forget: () => counts.forget(),
    get<V>({ tenantId, kind, id }: OperationalKey): Entry<V> | undefined {
      const found = row<Row>(prepared(`${SELECT} ${KEY}`), tenantId, kind, id);
      return found && entryOf<V>(found);
    },
    put(entry: EntryToPut): boolean {
      const { key, value, expected, due = null, lane = null, listed } = entry;
      const { tenantId, kind, id } = key;
      if (expected === 0) return first(entry);
      const [before, after] = [listed && listedAs(key), rowOf(listed)];
      const isChanged =
        expected === undefined
          ? changed(listed ? PUT_LISTED : PUT, tenantId, kind, id, value, due, lane, ...after)
          : listed
            ? changed(NEXT_LISTED, value, due, lane, ...after, tenantId, kind, id, expected)
            : changed(NEXT, value, due, lane, tenantId, kind, id, expected);
      if (isChanged && listed) counts.change(tenantId, kind, before, after);
      return isChanged;
    },
    relist,
    remove({ tenantId, kind, id }: OperationalKey, expected: number | undefined): boolean {
      const [sql, ...bound] = expected === undefined ? [REMOVE] : [`${REMOVE} and revision = ?`, expected];
      const removed = row<ListedRow>(prepared(`${sql} ${REMOVED}`), tenantId, kind, id, ...bound);
      counts.change(tenantId, kind, removed, undefined);
      return removed !== undefined;
    },
    due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): readonly Entry<V>[] {
      const select = `${SELECT} kind = ? and (due, tenant, id) > (?, ?, ?) and due <= ? order by due, tenant, id ${LIMIT}`;
      const { due = '', key: { tenantId, id } = { tenantId: '', id: '' } } = after ?? {};
      return rows<Row>(prepared(select), kind, due, tenantId, id, until, limit).map((each) => entryOf<V>(each));
    },
    inLane<V>(tenantId: string, kind: string, lane: string, limit: number, after?: LanePlace): readonly Entry<V>[] {
      const { due = '', key: { id } = { id: '' } } = after ?? {};
      return rows<Row>(prepared(IN_LANE), kind, lane, tenantId, due, id, limit).map((each) => entryOf<V>(each));
    },
    nextTenant: (kind: string, lane: string, after = ''): string | undefined =>
      row<[string]>(prepared(NEXT_TENANT), kind, lane, after)?.[0],
    list<V>(
      tenantId: string,
      kind: string,
      prefix: string,
      limit: number,
      after?: string,
      skip = 0,
    ): readonly Entry<V>[] {
      const isBehind = after !== undefined && after >= prefix;
      const from = isBehind ? 'id > ?' : 'id >= ?';
      const select = `${SELECT} tenant = ? and kind = ? and ${from} and id < ? order by id ${LIMIT} offset ?`;
      const bound = [tenantId, kind, isBehind ? after : prefix, prefix + LAST, limit, skip];
      return rows<Row>(prepared(select), ...bound).map((each) => entryOf<V>(each));
    },
    newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage): readonly Entry<V>[] {
      const found = lists.page(tenantId, kind, range, page).map((n) => row<Row>(prepared(`${SELECT} n = ?`), n));
      return found.flatMap((each) => (each ? [entryOf<V>(each)] : []));
    },
    count: lists.count,
    countGroup: counts.inGroup,
    scan(kinds: readonly string[], steps: number, after?: OperationalKey): Scanned {
      const { tenantId = '', kind = '', id = '' } = after ?? {};
      const [last] = rows<readonly [string, string, string]>(prepared(STEP), tenantId, kind, id, steps - 1);
      const end = last ?? [LAST, '', ''];
      const found = rows<Row>(prepared(SCAN), tenantId, kind, id, ...end, JSON.stringify(kinds));
      const next = last && { tenantId: last[0], kind: last[1], id: last[2] };
      return { entries: found.map((each) => entryOf(each)), ...(next && { next }) };
    },
    sweep(kind: string, until: Instant, limit: number): number {
      const swept = rows<readonly [...ListedRow, string]>(prepared(SWEEP), kind, until, limit);
      for (const [newest, facet, grouped, tenantId] of swept)
        counts.change(tenantId, kind, [newest, facet, grouped], undefined);
      return swept.length;
    },
  };
}

const rowOf = (listed: Listed | undefined): ListedRow =>
  listed ? [-epochMs(listed.at), listed.facet, listed.group ?? null] : [null, null, null];

const entryOf = <V>([tenantId, kind, id, value, revision, due, lane]: Row): Entry<V> => ({
  key: { tenantId, kind, id },
  value: JSON.parse(value),
  revision,
  ...(due !== null && { due }),
  ...(lane !== null && { lane }),
});
