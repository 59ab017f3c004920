import type { Collection, Filter } from 'mongodb';
import { epochMs } from '../../kernel/instant.js';
import { ALL_TIME, type Span } from '../../kernel/time-slots.js';
import type { Listed, ListedPage, ListedRange, OperationalKey } from '../../ports/operational-store.js';
import type { Row } from './operational-row.js';

/** The fields by which an entry is listed; the time negated, so that the newest comes first. */
export const listedFields = ({ at, facet, group }: Listed) => ({
  newest: 0 - epochMs(at),
  facet,
  ...(group === undefined ? {} : { group }),
});

const spanOf = ({ after, before }: ListedRange): Span => ({
  from: after === undefined ? ALL_TIME.from : epochMs(after) + 1,
  to: before === undefined ? ALL_TIME.to : epochMs(before),
});

export function inRange(tenantId: string, kind: string, range: ListedRange): Filter<Row> {
  const { from, to } = spanOf(range);
  const newest = { $gt: 0 - to, $lte: 0 - from };
  return { tenant: { $eq: tenantId }, kind: { $eq: kind }, facet: { $in: [...range.facets] }, newest };
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

export function scanned(entries: Collection<Row>, limit: number, after?: OperationalKey): Promise<readonly Row[]> {
  if (limit <= 0) return Promise.resolve([]);
  const { tenantId: tenant = '', kind = '', id = '' } = after ?? {};
  const $or = [
    { tenant: { $gt: tenant } },
    { tenant: { $eq: tenant }, kind: { $gt: kind } },
    { tenant: { $eq: tenant }, kind: { $eq: kind }, id: { $gt: id } },
  ];
  return entries.find({ tenant: { $gte: tenant }, $or }, { sort: { tenant: 1, kind: 1, id: 1 }, limit }).toArray();
}
