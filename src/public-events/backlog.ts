import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../engine/log/event-log.js';
import { firstVersion } from '../engine/log/stream-search.js';
import { appendAll, smallest } from '../kernel/append-all.js';
import type { Recorded } from '../kernel/event.js';
import { innerId, streamName } from '../kernel/stream.js';
import type { ParticipantJoined } from '../modules/conversation/domain/membership.events.js';
import type { BacklogPage, Span } from './history.js';

const PAGE = 64;
/** Reads of an embedded log hold the event loop, so others get a turn after so many. */
const STREAMS_AT_ONCE = 50;

interface Cursor {
  readonly stream: string;
  events: readonly Recorded[];
  next: number;
}

/** The events of a conversation in the order of the log, merged from its own, its message and its participants' streams. */
export async function* conversationBacklog(log: EventLog, tenantId: string, conversationId: string, span: Span) {
  const { after, until, page: size = PAGE } = span;
  const streams = await streamsOf(log, tenantId, conversationId);
  let cursors: Cursor[] = [];
  for (const stream of streams) {
    const next = await firstVersion(log, stream, ({ meta }) => meta.position > after);
    cursors.push({ stream, events: [], next });
    if (cursors.length % STREAMS_AT_ONCE === 0) await nextTurn();
  }
  for (;;) {
    for (const [n, cursor] of cursors.entries()) {
      if (cursor.events.length === 0) await refill(log, cursor, until, size);
      if (n % STREAMS_AT_ONCE === STREAMS_AT_ONCE - 1) await nextTurn();
    }
    cursors = cursors.filter(({ events }) => events.length > 0);
    if (cursors.length === 0) return;
    const events = merged(cursors);
    yield { events, read: events.length, through: events.at(-1)?.meta.position ?? until } satisfies BacklogPage;
    await nextTurn();
  }
}

async function streamsOf(log: EventLog, tenantId: string, conversationId: string): Promise<readonly string[]> {
  const own = streamName('conversation', tenantId, conversationId);
  const streams = [own, streamName('messageLog', tenantId, conversationId)];
  for (let from = 1; ; ) {
    const { events, isLast } = await log.readPage(own, { from, limit: PAGE });
    const joined = events.filter((event): event is Recorded<ParticipantJoined> => event.type === 'ParticipantJoined');
    streams.push(
      ...joined.map(({ data }) => streamName('participant', tenantId, innerId(conversationId, data.participantId))),
    );
    if (isLast) return streams;
    await nextTurn();
    from = (events.at(-1)?.meta.version ?? from) + 1;
  }
}

async function refill(log: EventLog, cursor: Cursor, until: number, limit: number): Promise<void> {
  const page = await log.read(cursor.stream, { from: cursor.next, limit });
  cursor.next = (page.at(-1)?.meta.version ?? cursor.next) + 1;
  cursor.events = page.filter(({ meta }) => meta.position <= until);
}

/** Takes the next events in order, until the first cursor is empty. */
function merged(cursors: readonly Cursor[]): readonly Recorded[] {
  const end = smallest(cursors, ({ events }) => events.at(-1)?.meta.position ?? 0);
  const taken: Recorded[] = [];
  for (const cursor of cursors) {
    const upTo = cursor.events.findLastIndex(({ meta }) => meta.position <= end) + 1;
    appendAll(taken, cursor.events.slice(0, upTo));
    cursor.events = cursor.events.slice(upTo);
  }
  return taken.sort((a, b) => a.meta.position - b.meta.position);
}
