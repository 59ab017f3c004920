/** A document in its stored form. */
export interface KeptRow {
  readonly key: string;
  readonly doc: string;
}

export interface PageBounds {
  readonly limit: number;
  readonly bytes?: number | undefined;
}

/** The rows of a page: at most `limit` and, beyond its first row, at most `bytes` of documents. */
export class PageRows {
  readonly rows: KeptRow[] = [];
  private readonly limit: number;
  private left: number;
  private isFull = false;

  constructor({ limit, bytes = Number.POSITIVE_INFINITY }: PageBounds) {
    this.limit = limit;
    this.left = bytes;
  }

  /** Whether a row was read that is behind the page. */
  get hasMore(): boolean {
    return this.isFull;
  }

  /** False: the page is full, and the row is the first behind it. */
  add(row: KeptRow): boolean {
    this.left -= row.doc.length;
    this.isFull = this.rows.length >= this.limit || (this.left < 0 && this.rows.length > 0);
    if (!this.isFull) this.rows.push(row);
    return !this.isFull;
  }
}
