import type { PagedListing } from '../../../src/http/answer/page-parts.js';

/** A page with all of its documents. */
export async function wholePage<Doc, P extends object>(page: PagedListing<Doc, P>) {
  const docs: Doc[] = [];
  for await (const part of page.parts()) docs.push(...part);
  return { docs, paging: page.endedAfter(docs.length) };
}
