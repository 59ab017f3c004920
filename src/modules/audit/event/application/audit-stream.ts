import type { Loop } from '../../../../fairness/loop.js';
import { CSV, CSV_HEAD, NDJSON, toCsv, toNdjson } from './audit-event.formats.js';
import { type AuditEvent, toAuditEventDto } from './audit-event.wire.js';

/** Formats that events stream in, by media type. */
const formats = {
  [NDJSON]: { head: '', row: toNdjson },
  [CSV]: { head: CSV_HEAD, row: toCsv },
} as const;
export type StreamType = keyof typeof formats;

export const STREAM_TYPES = Object.keys(formats) as readonly StreamType[];

export const isStreamType = (type: string | undefined): type is StreamType =>
  STREAM_TYPES.some((each) => each === type);

/** The events as text, some at a time. The next ones are read when these are taken. */
export async function* textOf(
  type: StreamType,
  events: AsyncIterable<readonly AuditEvent[]>,
  pause: () => ReturnType<Loop['pause']>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { head, row } = formats[type];
  if (head !== '') yield Buffer.from(head);
  for await (const some of events) {
    yield Buffer.from(some.map((event) => row(toAuditEventDto(event))).join(''));
    await pause();
  }
}
