import type { AuditEventWire } from './audit-event.wire.js';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

/** One event as a line. */
export const toNdjson = (event: AuditEventWire): string => `${JSON.stringify(event)}\n`;

const columns: Readonly<Record<string, (event: AuditEventWire) => string | undefined>> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  position: ({ position }) => position,
  at: ({ at }) => at,
  subject_kind: ({ subject }) => subject.kind,
  subject_id: ({ subject }) => subject.id,
  conversation_id: ({ subject }) => subject.conversation_id,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  request_id: (event) => event.request_id,
  caused_by: (event) => event.caused_by,
  data: ({ data }) => data && JSON.stringify(data),
};

const END = '\r\n';
const cells = Object.values(columns);

export const CSV_HEAD = `${Object.keys(columns).join()}${END}`;

/** A spreadsheet takes such a cell for a formula, so it gets an apostrophe before it. */
const FORMULA = /^[=+\-@]/;
const QUOTED = /[",\r\n]/;

function cellOf(value: string | undefined): string {
  if (value === undefined) return '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One event as a record (RFC 4180). */
export const toCsv = (event: AuditEventWire): string => `${cells.map((cell) => cellOf(cell(event))).join()}${END}`;
