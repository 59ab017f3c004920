import { hash } from 'node:crypto';
import { thePast } from '../../engine/read-models/past/past.js';
import type { Scalar } from '../../kernel/projection.js';
import { rejectAt } from '../../kernel/rejection.js';
import { appendAll } from '../../lib/append-all.js';
import type { Query, Reader } from '../../ports/stores/document-store.js';
import { behindPlace, type PagedListing, PageParts } from './page-parts.js';

/** Filters and paging of a list request. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** Where the last page ended. Bound by a digest to the tenant's filters, order and moment it was made for. */
interface Mark {
  readonly b: string;
  readonly v?: Scalar | undefined;
  readonly k: string;
  readonly o: number;
}

function digest(binding: unknown): string {
  const position = thePast()?.position;
  const bound = position === undefined ? binding : [binding, position];
  return hash('sha256', JSON.stringify(bound), 'base64url').slice(0, 12);
}

export const writeCursor = (binding: unknown, place: Omit<Mark, 'b'>): string =>
  Buffer.from(JSON.stringify({ b: digest(binding), ...place })).toString('base64url');

const SCALARS = ['string', 'number', 'boolean', 'undefined'];

const isMark = ({ k, v, o }: Mark): boolean =>
  typeof k === 'string' && SCALARS.includes(typeof v) && Number.isSafeInteger(o);

/** @throws Rejection 400 at `cursor` when it is not a cursor of this service, or belongs to other filters */
export function readCursor(cursor: string, binding: unknown): Mark {
  try {
    const mark = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Mark;
    if (mark.b === digest(binding) && isMark(mark)) return mark;
  } catch {}
  return rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}

export interface Paging {
  readonly has_more: boolean;
  readonly total_elements: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_cursor?: string;
}

/** Filters and order of a list. */
export type Question = Pick<Query, 'where' | 'matching' | 'order'>;

/** Where a page begins. @throws Rejection 400 */
function beginning({ cursor, offset }: PageQuery, question: Question) {
  if (cursor === undefined) return { offset: offset ?? 0, start: { offset: offset ?? 0 } };
  if (offset !== undefined) rejectAt('offset', 'errors.field.together', { other: 'cursor' });
  const { k: key, v: value, o } = readCursor(cursor, question);
  return { offset: o, start: { after: { key, ...(value === undefined ? {} : { value }) } } };
}

/**
 * One page by offset or by cursor, with the total. Documents are read in parts while the answer is made. `orderOf`
 * reads the order field of a document. @throws Rejection 400
 */
export async function listing<Doc>(
  reader: Pick<Reader<Doc>, 'find' | 'count'>,
  requested: PageQuery,
  question: Question,
  defaultLimit: number,
  orderOf: (doc: Doc) => Scalar | undefined,
): Promise<PagedListing<Doc, Paging>> {
  const limit = requested.limit ?? defaultLimit;
  const { offset, start } = beginning(requested, question);
  const total = await reader.count(question);
  const find = (query: Omit<Query, keyof Question>) => reader.find({ ...question, ...query });
  const parts = new PageParts<Doc>({ find, start, limit, orderOf, behind: behindPlace });
  return {
    expected: Math.min(limit, Math.max(0, total - offset)),
    parts: () => parts.read(),
    endedAfter(count) {
      const next = parts.hasMoreThan(count) ? parts.placeOf(count) : undefined;
      const cursor = next && writeCursor(question, { k: next.key, v: next.value, o: offset + count });
      const page = { has_more: parts.hasMoreThan(count), total_elements: total, limit, offset };
      return cursor === undefined ? page : { ...page, next_cursor: cursor };
    },
  };
}

/** One page with its documents at once, for lists that are short and small. */
export async function paginate<Doc>(
  reader: Pick<Reader<Doc>, 'find' | 'count'>,
  requested: PageQuery,
  question: Question,
  defaultLimit: number,
  orderOf: (doc: Doc) => Scalar | undefined,
): Promise<{ readonly docs: readonly Doc[]; readonly paging: Paging }> {
  const page = await listing(reader, requested, question, defaultLimit, orderOf);
  const docs: Doc[] = [];
  for await (const part of page.parts()) appendAll(docs, part);
  return { docs, paging: page.endedAfter(docs.length) };
}

const KEYS_AT_ONCE = 64;

/** The documents of some keys as one whole page, in the order of the keys. */
export class NamedDocuments<Doc> implements PagedListing<Doc> {
  constructor(
    private readonly reader: Pick<Reader<Doc>, 'many'>,
    private readonly keys: readonly string[],
  ) {}

  get expected(): number {
    return this.keys.length;
  }

  async *parts(): AsyncGenerator<readonly Doc[]> {
    for (let i = 0; i < this.keys.length; i += KEYS_AT_ONCE) {
      yield await this.reader.many(this.keys.slice(i, i + KEYS_AT_ONCE));
    }
  }

  endedAfter(count: number): object {
    return { has_more: false, total_elements: count, limit: this.keys.length, offset: 0 };
  }
}
