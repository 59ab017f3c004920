import type { Scalar } from '../../../kernel/projection.js';
import type { Condition, Order, Page, Query } from '../../../ports/stores/document-store.js';

/** How documents in memory are found: their fields as a projection declares them. */
type Fields<Doc> = Readonly<Record<string, (doc: Doc) => Scalar | undefined>>;

const before = (a: Scalar | undefined, b: Scalar | undefined): number => {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a < b ? -1 : 1;
};

function holds(condition: Condition, value: Scalar | undefined): boolean {
  if (value === undefined) return false;
  if (condition.is === 'in') return condition.values.includes(value);
  const found = before(value, condition.value);
  switch (condition.is) {
    case '=':
      return found === 0;
    case '>':
      return found > 0;
    case '>=':
      return found >= 0;
    case '<':
      return found < 0;
    case '<=':
      return found <= 0;
  }
}

/** Documents by key that satisfy all conditions. */
export const matching = <Doc>(
  all: ReadonlyMap<string, Doc>,
  fields: Fields<Doc>,
  where: readonly Condition[] = [],
): readonly (readonly [string, Doc])[] =>
  [...all].filter(([, doc]) => where.every((condition) => holds(condition, fields[condition.field]?.(doc))));

/** A page of documents in memory, as a store finds it. Bytes do not bound it. */
export function pageOf<Doc>(all: ReadonlyMap<string, Doc>, fields: Fields<Doc>, query: Query): Page<Doc> {
  const { where, order, after, offset = 0, limit } = query;
  const placed = matching(all, fields, where).map(([key, doc]) => ({ key, doc, value: valueIn(fields, doc, order) }));
  const direction = order?.descending ? -1 : 1;
  type Place = Pick<(typeof placed)[number], 'key' | 'value'>;
  const compare = (a: Place, b: Place) => direction * (before(a.value, b.value) || before(a.key, b.key));
  placed.sort(compare);
  const behind = after && { key: after.key, value: after.value };
  const rest = behind ? placed.filter((place) => compare(place, behind) > 0) : placed.slice(offset);
  const page = rest.slice(0, limit);
  return {
    docs: page.map(({ doc }) => doc),
    keys: page.map(({ key }) => key),
    hasMore: rest.length > limit,
  };
}

const valueIn = <Doc>(fields: Fields<Doc>, doc: Doc, order: Order | undefined): Scalar | undefined =>
  order && fields[order.field]?.(doc);
