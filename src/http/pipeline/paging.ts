import { hash } from 'node:crypto';
import type { Scalar } from '../../kernel/projection.js';
import { rejectAt } from '../../kernel/rejection.js';
import type { Query, Reader } from '../../ports/document-store.js';

/** Filters and paging of a list request. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** Where the last page ended. Bound by a digest to the tenant's filters and order it was made for. */
interface Mark {
  readonly b: string;
  readonly v?: Scalar;
  readonly k: string;
  readonly o: number;
}

const digest = (binding: unknown) => hash('sha256', JSON.stringify(binding), 'base64url').slice(0, 12);

export const writeCursor = (binding: unknown, place: Omit<Mark, 'b'>): string =>
  Buffer.from(JSON.stringify({ b: digest(binding), ...place })).toString('base64url');

const SCALARS = ['string', 'number', 'boolean', 'undefined'];

const isMark = ({ k, v, o }: Mark): boolean =>
  typeof k === 'string' && SCALARS.includes(typeof v) && Number.isSafeInteger(o);

/** @throws Rejection 400 at `cursor` when it is none of ours, or was given for another question */
export function readCursor(cursor: string, binding: unknown): Mark {
  try {
    const mark = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Mark;
    if (mark.b === digest(binding) && isMark(mark)) return mark;
  } catch {}
  return rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}

export interface Listing<Doc> {
  readonly docs: readonly Doc[];
  readonly paging: {
    readonly has_more: boolean;
    readonly total_elements: number;
    readonly limit: number;
    readonly offset: number;
    readonly next_cursor?: string;
  };
}

export interface CutListing<Doc> extends Listing<Doc> {
  /** The paging of a page that ends after its first `count` rows. */
  endedAfter(count: number): Listing<Doc>['paging'];
}

type Question = Pick<Query, 'where' | 'matching' | 'order'>;

/** One page by offset or by cursor, with the total. `orderOf` reads the order field of a document. */
export async function paginate<Doc>(
  reader: Pick<Reader<Doc>, 'find' | 'count'>,
  asked: PageQuery,
  question: Question,
  defaultLimit: number,
  orderOf: (doc: Doc) => Scalar | undefined,
): Promise<CutListing<Doc>> {
  if (asked.cursor !== undefined && asked.offset !== undefined) {
    rejectAt('offset', 'errors.field.together', { other: 'cursor' });
  }
  const limit = asked.limit ?? defaultLimit;
  const mark = asked.cursor === undefined ? undefined : readCursor(asked.cursor, question);
  const offset = mark?.o ?? asked.offset ?? 0;
  const start = mark ? { after: { key: mark.k, ...(mark.v === undefined ? {} : { value: mark.v }) } } : { offset };
  const page = await reader.find({ ...question, ...start, limit });
  const total = await reader.count(question);
  const { docs, keys, hasMore } = page;
  const of = (has_more: boolean, count: number) => {
    const next = has_more ? cursorAfter(count) : {};
    return { has_more, total_elements: total, limit, offset, ...next };
  };
  return { docs, paging: of(hasMore, docs.length), endedAfter: (count) => of(true, count) };

  function cursorAfter(count: number) {
    const [last, key] = [docs[count - 1], keys[count - 1]];
    if (last === undefined || key === undefined) return {};
    const value = orderOf(last);
    const place = { k: key, o: offset + count, ...(value === undefined ? {} : { v: value }) };
    return { next_cursor: writeCursor(question, place) };
  }
}
