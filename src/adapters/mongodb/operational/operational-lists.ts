import type { Collection, Filter } from 'mongodb';
import { epochMs } from '../../../kernel/instant.js';
import type { Listed, ListedPage, ListedRange, OperationalKey } from '../../../ports/stores/operational-store.js';
import { ALL_TIME, type Span } from '../../../ports/stores/time-slots.js';
import type { Row } from './operational-row.js';

/** The fields by which an entry is listed; the time negated, so that the newest comes first. */
export const listedFields = ({ at, facet, group }: Listed) => ({
  newest: 0 - epochMs(at),
  facet,
  ...(group === undefined ? {} : { group }),
});

export const spanOf = ({ after, before }: ListedRange): Span => ({
  from: after === undefined ? ALL_TIME.from : epochMs(after) + 1,
  to: before === undefined ? ALL_TIME.to : epochMs(before),
});

export function inRange(tenantId: string, kind: string, facets: readonly string[], { from, to }: Span): Filter<Row> {
  const newest = { $gt: 0 - to, $lte: 0 - from };
  return { tenant: { $eq: tenantId }, kind: { $eq: kind }, facet: { $in: [...facets] }, newest };
}

/** Rows of a page, the newest first. To MongoDB a limit of 0 is none. */
export async function listedRows(
  entries: Collection<Row>,
  where: Filter<Row>,
  { limit, behind, skip = 0 }: ListedPage,
): Promise<readonly Row[]> {
  if (limit <= 0) return [];
  const newest = behind && 0 - epochMs(behind.at);
  const $or = [{ newest: { $gt: newest } }, { newest: { $eq: newest }, id: { $gt: behind?.id } }] as Filter<Row>[];
  const filter = behind ? { $and: [where, { newest: { $gte: newest } } as Filter<Row>, { $or }] } : where;
  return entries.find(filter, { sort: { newest: 1, id: 1 }, limit, skip }).toArray();
}

const BY_KEY = { tenant: 1, kind: 1, id: 1 } as const;

/** The last of the next rows is found in the index alone. */
export async function scanned(
  entries: Collection<Row>,
  kinds: readonly string[],
  steps: number,
  after?: OperationalKey,
): Promise<{ readonly rows: readonly Row[]; readonly next?: OperationalKey }> {
  const from = behindKey(after ?? { tenantId: '', kind: '', id: '' }, '$gt');
  const step = { projection: { ...BY_KEY, _id: 0 }, sort: BY_KEY, skip: steps - 1, limit: 1 } as const;
  const [last] = await entries.find(from, step).toArray();
  const next = last && { tenantId: last.tenant, kind: last.kind, id: last.id };
  const $and = [from, { kind: { $in: [...kinds] } }, ...(next ? [behindKey(next, '$lte')] : [])];
  const rows = await entries.find({ $and }, { sort: BY_KEY }).toArray();
  return { rows, ...(next && { next }) };
}

/** The keys on one side of a key, in the order of the index. */
function behindKey({ tenantId, kind, id }: OperationalKey, is: '$gt' | '$lte'): Filter<Row> {
  const than = is === '$gt' ? '$gt' : '$lt';
  const $or = [
    { tenant: { [than]: tenantId } },
    { tenant: { $eq: tenantId }, kind: { [than]: kind } },
    { tenant: { $eq: tenantId }, kind: { $eq: kind }, id: { [is]: id } },
  ] as Filter<Row>[];
  return { tenant: { [is === '$gt' ? '$gte' : '$lte']: tenantId }, $or } as Filter<Row>;
}
