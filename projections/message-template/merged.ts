import type { Scalar } from '../../src/kernel/projection.js';
import { type MessageTemplateRecord, messageTemplates } from './projection.js';

export interface Ordering {
  readonly field: string;
  readonly descending: boolean;
}

type PageRange = { readonly offset: number; readonly limit: number };
type Placed = { readonly id: string; readonly value: Scalar | undefined };

const compared = (a: Scalar | undefined, b: Scalar | undefined) =>
  a === b ? 0 : (a as string) < (b as string) ? -1 : 1;

/** The order that a store gives: by the field, then by name in the same direction. */
export function ordering({ field, descending }: Ordering) {
  const read = messageTemplates.fields[field] as (doc: MessageTemplateRecord) => Scalar | undefined;
  const place = (doc: MessageTemplateRecord): Placed => ({ id: doc.id, value: read(doc) });
  const between = (a: Placed, b: Placed) =>
    (compared(a.value, b.value) || compared(a.id, b.id)) * (descending ? -1 : 1);
  return {
    place,
    between,
    compare: (a: MessageTemplateRecord, b: MessageTemplateRecord) => between(place(a), place(b)),
  };
}

/** Number of the tenant's own templates to read for a page that also holds system templates. */
export function lead({ offset, limit }: PageRange, shipped: number): PageRange {
  const more = Math.min(offset, shipped);
  return { offset: offset - more, limit: limit + more };
}

/**
 * A page of the tenant's own templates and the shipped ones; `lead` bounded the read of `own`. If `own` does not start
 * at the beginning, a shipped template before its first one belongs to an earlier page. If `own` has more, a shipped
 * template after its last one belongs to a later page.
 */
export function mergedPage(
  range: PageRange,
  own: { readonly docs: readonly MessageTemplateRecord[]; readonly hasMore: boolean },
  shipped: readonly MessageTemplateRecord[],
  order: Ordering,
) {
  const { compare } = ordering(order);
  const start = lead(range, shipped.length).offset;
  const [first, last] = [own.docs[0], own.docs.at(-1)];
  const isBefore = (each: MessageTemplateRecord) => start > 0 && (first === undefined || compare(each, first) < 0);
  const isBehind = (each: MessageTemplateRecord) => last !== undefined && own.hasMore && compare(each, last) > 0;
  const candidates = shipped.filter((each) => !isBefore(each));
  const inside = candidates.filter((each) => !isBehind(each));
  const part = [...own.docs, ...inside].sort(compare);
  const from = range.offset - start - (shipped.length - candidates.length);
  return { docs: part.slice(from, from + range.limit), hasMore: own.hasMore || part.length > from + range.limit };
}
