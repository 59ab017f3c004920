import type { Db, IndexDescription } from 'mongodb';
import { SLOT_MINUTES, type SlottedSpan, slotOf } from '../../../ports/stores/time-slots.js';
import type { Row as CountRow, Entry } from '../documents/document-rows.js';
import { GONE } from '../documents/gone.js';
import { joined } from '../ids.js';
import type { Counted } from './operational-row.js';

/** Entries of a tenant and kind that are counted together: those of a facet in a slot of time, or those of a group. */
interface Cell {
  readonly tenant: string;
  readonly kind: string;
  readonly minutes: number;
  readonly name: string;
  readonly slot: number;
}

/** An entry that is counted otherwise than before; undefined where it is not counted. */
export interface Recount {
  readonly before: Counted | undefined;
  readonly after: Counted | undefined;
}

/** Entries that are counted together: facets in slots of time, or a group. */
export type CountedRange =
  | { readonly facets: readonly string[]; readonly slots: SlottedSpan['slots'] }
  | { readonly group: string };

export const COUNTS = 'operational-counts';
export const COUNT_INDEXES: readonly IndexDescription[] = [
  {
    name: 'cell',
    key: { tenant: 1, 'fields.kind': 1, 'fields.minutes': 1, 'fields.name': 1, 'fields.slot': 1 },
  },
  GONE,
];

/** Cells of no slot count a group. */
const GROUPS = 0;

function cellsOf({ tenant, kind, newest, facet, group }: Counted): readonly Cell[] {
  const inSlots = SLOT_MINUTES.map((minutes) => ({
    ...{ tenant, kind, minutes, name: facet },
    slot: slotOf(-newest, minutes),
  }));
  return group === undefined ? inSlots : [...inSlots, { tenant, kind, minutes: GROUPS, name: group, slot: 0 }];
}

/**
 * The counters after the changes, as absolute values, so that writing them twice has the effect of writing them once.
 */
export async function recounted(db: Db, changes: readonly Recount[], commit: number): Promise<readonly Entry[]> {
  const changed = new Map<string, Cell & { n: number }>();
  const add = (counted: Counted | undefined, n: 1 | -1) => {
    for (const cell of counted ? cellsOf(counted) : []) {
      const { tenant, kind, minutes, name, slot } = cell;
      const id = joined(tenant, kind, `${minutes}`, name, `${slot}`);
      changed.set(id, { ...cell, n: (changed.get(id)?.n ?? 0) + n });
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const cells = [...changed].filter(([, { n }]) => n !== 0);
  const stored = await db
    .collection<CountRow>(COUNTS)
    .find({ _id: { $in: cells.map(([id]) => id) } })
    .toArray();
  const known = new Map(stored.map(({ _id, n }) => [_id, n ?? 0]));
  return cells.map(([_id, { tenant, kind, minutes, name, slot, n: by }]) => {
    const n = (known.get(_id) ?? 0) + by;
    const row = n === 0 ? { gone: new Date() } : { tenant, fields: { kind, minutes, name, slot } };
    return { into: COUNTS, row: { _id, position: commit, n, ...row } };
  });
}

/** Added up by the server. */
export async function countedIn(db: Db, tenant: string, kind: string, range: CountedRange): Promise<number> {
  const requested =
    'group' in range
      ? [{ minutes: GROUPS, names: [range.group], from: 0, to: 1 }]
      : range.slots.map((slots) => ({ ...slots, names: range.facets }));
  if (requested.length === 0) return 0;
  const $or = requested.map(({ minutes, names, from, to }) => ({
    tenant: { $eq: tenant },
    'fields.kind': { $eq: kind },
    'fields.minutes': minutes,
    'fields.name': { $in: [...names] },
    'fields.slot': { $gte: from, $lt: to },
  }));
  const summed = await db
    .collection<CountRow>(COUNTS)
    .aggregate<{ n: number }>([{ $match: { $or } }, { $group: { _id: null, n: { $sum: '$n' } } }])
    .toArray();
  return Number(summed[0]?.n ?? 0);
}

/** Whether an entry so counted is in the range. */
export function isIn(range: CountedRange, { newest, facet, group }: Counted): boolean {
  if ('group' in range) return group === range.group;
  if (!range.facets.includes(facet)) return false;
  return range.slots.some(({ minutes, from, to }) => {
    const slot = slotOf(-newest, minutes);
    return slot >= from && slot < to;
  });
}
