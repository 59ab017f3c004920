const ERRORS = 'docs/api/errors';

/** Filters of a page in the search index: its kind, and the error codes that it explains. */
export function searchFilters(id: string): readonly string[] {
  if (id === ERRORS) return ['kind:guide', 'code:errors.field'];
  if (id.startsWith(`${ERRORS}/`)) return ['kind:error', `code:${id.slice(ERRORS.length + 1)}`];
  if (/^openapi(\/|$)/.test(id)) return ['kind:reference'];
  return [id === 'docs' || id.startsWith('docs/') ? 'kind:guide' : 'kind:page'];
}
