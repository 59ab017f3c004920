import type { Scalar } from '../../kernel/projection.js';
import type { Page, Query } from '../../ports/stores/document-store.js';

/** Bytes of documents that are read at once. */
const PART_BYTES = 65_536;

/** The documents of a page, read in parts, and what is said about the page once it is known where it ends. */
export interface PagedListing<Doc, P extends object = object> {
  /** Rows that the page has at most. */
  readonly expected: number;
  parts(): AsyncIterable<readonly Doc[]>;
  /** The members of the response other than its rows, when the page ends after `count` of the rows that were read. */
  endedAfter(count: number): P;
}

/** Place of a document in the order of its list. */
export interface Place {
  readonly key: string;
  readonly value: Scalar | undefined;
}

/** Where a part starts. */
type Start = Pick<Query, 'where' | 'offset' | 'after'>;

export interface PartsSource<Doc, S extends Start = Start> {
  find(query: S & Pick<Query, 'limit' | 'bytes'>): Promise<Page<Doc>>;
  readonly start: S;
  readonly limit: number;
  readonly orderOf: (doc: Doc) => Scalar | undefined;
  /** Where the part behind a place starts. */
  readonly behind: (place: Place) => S;
}

/** Behind a place in the order of the list. */
export const behindPlace = ({ key, value }: Place) => ({ after: { key, ...(value === undefined ? {} : { value }) } });

/** A page that is read in parts of bounded bytes. A document that moved between two parts comes once. */
export class PageParts<Doc, S extends Start = Start> {
  private readonly keys = new Set<string>();
  private part: readonly Doc[] = [];
  private partKeys: readonly string[] = [];
  /** Rows of the page before the part, and the place of the last of them. */
  private before = 0;
  private placeBefore: Place | undefined;
  private hasMore = false;

  constructor(private readonly source: PartsSource<Doc, S>) {}

  async *read(): AsyncGenerator<readonly Doc[]> {
    const { source } = this;
    for (let start = source.start; ; ) {
      const { docs, keys, hasMore } = await source.find({
        ...start,
        limit: source.limit - this.count,
        bytes: PART_BYTES,
      });
      this.take(docs, keys);
      this.hasMore = hasMore;
      yield this.part;
      const [last, key] = [docs.at(-1), keys.at(-1)];
      if (!hasMore || last === undefined || key === undefined || this.count >= source.limit) return;
      start = source.behind({ key, value: source.orderOf(last) });
    }
  }

  /** Whether there are rows behind the first `count`. */
  hasMoreThan(count: number): boolean {
    return this.hasMore || count < this.count;
  }

  /** The place of the last of `count` rows; a row of the last part or the one before it. */
  placeOf(count: number): Place | undefined {
    const [doc, key] = [this.part[count - this.before - 1], this.partKeys[count - this.before - 1]];
    if (doc === undefined || key === undefined) return count === this.before ? this.placeBefore : undefined;
    return { key, value: this.source.orderOf(doc) };
  }

  private get count(): number {
    return this.before + this.part.length;
  }

  private take(docs: readonly Doc[], keys: readonly string[]): void {
    const place = this.placeOf(this.count);
    this.before = this.count;
    this.placeBefore = place;
    const isFirst = this.keys.size === 0;
    const isNew = isFirst ? [] : keys.map((key) => !this.keys.has(key));
    this.part = isFirst ? docs : docs.filter((_, i) => isNew[i]);
    this.partKeys = isFirst ? keys : keys.filter((_, i) => isNew[i]);
    for (const key of keys) this.keys.add(key);
  }
}
