/** A document as it is kept. */
export interface KeptRow {
  readonly key: string;
  readonly doc: string;
}

/** The rows of a page as they are read one after the other. */
export interface PageRows {
  readonly rows: readonly KeptRow[];
  readonly hasMore: boolean;
  /** False: the page is full, and the row is the first behind it. */
  add(row: KeptRow): boolean;
}

/** A page of at most `limit` rows and, beyond its first row, at most `bytes` of documents. */
export function pageUpTo({
  limit,
  bytes = Number.POSITIVE_INFINITY,
}: {
  readonly limit: number;
  readonly bytes?: number;
}): PageRows {
  const rows: KeptRow[] = [];
  let left = bytes;
  let hasMore = false;
  return {
    rows,
    get hasMore() {
      return hasMore;
    },
    add(row) {
      left -= row.doc.length;
      hasMore = rows.length >= limit || (left < 0 && rows.length > 0);
      if (!hasMore) rows.push(row);
      return !hasMore;
    },
  };
}
