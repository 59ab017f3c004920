/** Members of the address of the audit: filters of the events, and the thing that a view shows. */
export const SEARCH = [
  'subject_kind',
  'subject_id',
  'conversation_id',
  'type',
  'actor',
  'request_id',
  'after',
  'before',
  'at',
  'from',
  'id',
] as const;

export type AuditSearch = { readonly [name in (typeof SEARCH)[number]]?: string };

/** Texts alone: the address may be written by anybody. */
export const auditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    SEARCH.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && text !== '' ? [[name, text]] : [];
    }),
  );
