import type { EventLog, UnreadableEvent } from '../../engine/log/event-log.js';
import { firstVersionAfter } from '../../engine/log/stream-search.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { innerId, streamName } from '../../kernel/stream.js';
import { MinHeap } from '../../lib/min-heap.js';
import type { ParticipantJoined } from '../../modules/conversations/conversation/domain/membership.events.js';
import type { BacklogPage, Span } from './history.js';

const PAGE = 64;
/** The conversation's own stream and that of its messages. */
const MAIN_STREAMS = 2;
/** Events that are read ahead of all participants' streams together, and the characters after which a page ends. */
const AHEAD = 4_096;
const PAGE_CHARACTERS = 1_048_576;

type Entry = { readonly position: Position } & (
  | { readonly event: Recorded }
  | { readonly event?: never; readonly unreadable: UnreadableEvent }
);

/** A stream and its next events. */
interface Cursor {
  readonly stream: string;
  /** In reverse order. */
  entries: Entry[];
  /** Events that are read at a time. */
  readonly ahead: number;
  /** Characters of `entries` in the log, when they were read, and their number then. */
  characters: number;
  read: number;
  nextVersion: number;
}

const nextPosition = ({ entries }: Cursor): Position => entries.at(-1)?.position ?? Number.POSITIVE_INFINITY;

/** The events of a conversation in the order of the log, merged from its own, its message and its participants' streams. */
export async function* conversationBacklog(log: EventLog, tenantId: string, conversationId: string, span: Span) {
  const { after, until, page: size = PAGE } = span;
  const streams = await streamsOf(log, tenantId, conversationId);
  const share = Math.max(1, Math.min(size, Math.floor(AHEAD / streams.length)));
  const cursors = new MinHeap<Cursor>(nextPosition);
  const refill = async (cursor: Cursor) => {
    await readNext(log, cursor, until);
    if (cursor.entries.length > 0) cursors.push(cursor);
  };
  for (const [n, stream] of streams.entries()) {
    const [newest] = await log.positions(stream, { backwards: true, limit: 1 });
    if (!newest || newest.position <= after) continue;
    const nextVersion = await firstVersionAfter(log, stream, after);
    const ahead = n < MAIN_STREAMS ? size : share;
    await refill({ stream, entries: [], ahead, characters: 0, read: 0, nextVersion });
  }
  while (cursors.size > 0) {
    const events: Recorded[] = [];
    const unreadable: UnreadableEvent[] = [];
    let characters = 0;
    let through = after;
    for (let read = 0; read < size && characters < PAGE_CHARACTERS; read++) {
      const cursor = cursors.pop();
      const entry = cursor?.entries.pop();
      if (!cursor || !entry) break;
      if (entry.event) events.push(entry.event);
      else unreadable.push(entry.unreadable);
      through = entry.position;
      characters += cursor.characters / cursor.read;
      if (cursor.entries.length > 0) cursors.push(cursor);
      else await refill(cursor);
    }
    yield { events, unreadable, read: events.length + unreadable.length, through } satisfies BacklogPage;
  }
}

/** @throws Error when a participant joined in a way that this version cannot read, since its stream is unknown then */
async function streamsOf(log: EventLog, tenantId: string, conversationId: string): Promise<readonly string[]> {
  const own = streamName('conversation', tenantId, conversationId);
  const streams = [own, streamName('messageLog', tenantId, conversationId)];
  for (let from = 1; ; ) {
    const { events, unreadable, last } = await log.readablePage(own, { from, limit: PAGE });
    if (!last) return streams;
    const isHidden = unreadable.some(({ type }) => type === 'ParticipantJoined');
    if (isHidden) throw new Error(`A participant of ${own} joined in a newer version.`);
    const joined = events.filter((event): event is Recorded<ParticipantJoined> => event.type === 'ParticipantJoined');
    for (const { data } of joined) {
      streams.push(streamName('participant', tenantId, innerId(conversationId, data.participantId)));
    }
    from = last.version + 1;
  }
}

async function readNext(log: EventLog, cursor: Cursor, until: Position): Promise<void> {
  const { events, unreadable, last, characters } = await log.readablePage(cursor.stream, {
    from: cursor.nextVersion,
    limit: cursor.ahead,
  });
  const entries: Entry[] = [
    ...events.map((event) => ({ position: event.meta.position, event })),
    ...unreadable.map((each) => ({ position: each.position, unreadable: each })),
  ];
  cursor.nextVersion = (last?.version ?? cursor.nextVersion) + 1;
  cursor.characters = characters;
  cursor.read = Math.max(1, entries.length);
  cursor.entries = entries.filter(({ position }) => position <= until).sort((a, b) => b.position - a.position);
}
