import type { EventLog } from '../../engine/log/event-log.js';
import { newestAt } from '../../engine/log/stream-search.js';
import type { Recorded } from '../../kernel/event.js';
import { innerId, streamName } from '../../kernel/stream.js';
import { type LruCache, lruCache } from '../../lib/lru-cache.js';
import type { MessageEvent } from '../../modules/conversations/message/domain/message.events.js';
import type { MessagesEnd } from '../../modules/conversations/message/domain/messages-end.events.js';
import type { MessageSeen } from '../../modules/conversations/participant/domain/participant.events.js';
import type { PublishedEvent } from '../published/published-event.js';
import { messageStream, type SharedMarker } from './conversation-as-of.js';

const PAGE = 100;

/** A shared read marker right after the message event `version` of its conversation. */
export interface KnownMarker {
  readonly participantId: string;
  readonly version: number;
  readonly seen: number;
}

/**
 * The sequence number up to which the shared read marker stood right after the event. Reads the messages backwards
 * from `end`, at most to the last known marker.
 */
export async function sharedMarkerAsOf(
  log: EventLog,
  published: PublishedEvent,
  marker: SharedMarker,
  end: MessagesEnd,
  known?: KnownMarker,
): Promise<number> {
  if (end.sequence <= marker.fromSequence) return marker.fromSequence;
  const { event, tenantId, conversationId } = published;
  const stream = streamName('participant', tenantId, innerId(conversationId, marker.participantId));
  const seen = (await newestAt(log, stream, event.meta.position)) as Recorded<MessageSeen> | undefined;
  const isKnown = known?.participantId === marker.participantId && known.version <= end.version;
  const floor = Math.max(marker.fromSequence, seen?.data.sequence ?? 0, isKnown ? known.seen : 0);
  const first = isKnown ? known.version : 0;
  for (let from = end.version; from > first; ) {
    const limit = Math.min(PAGE, from - first);
    const page = await log.read(messageStream(published), { from, backwards: true, limit });
    from = (page.at(-1)?.meta.version ?? 1) - 1;
    for (const { type, data } of page as readonly Recorded<MessageEvent>[]) {
      if (type !== 'MessagePosted') continue;
      if (data.sequence <= floor) return floor;
      if (data.seenBy === marker.participantId) return data.sequence;
    }
  }
  return floor;
}

/** Markers of conversations as of an event. Events must be given in the order of the log. */
export class SharedMarkers {
  private readonly known: LruCache<string, KnownMarker>;

  /** @param budget bytes of memory */
  constructor(
    private readonly log: EventLog,
    budget: number,
  ) {
    this.known = lruCache({ bytes: budget });
  }

  /** As `sharedMarkerAsOf`. It reads only the messages since the last call. */
  async seen(published: PublishedEvent, marker: SharedMarker, end: MessagesEnd): Promise<number> {
    const key = messageStream(published);
    const seen = await sharedMarkerAsOf(this.log, published, marker, end, this.known.get(key));
    this.known.set(key, { participantId: marker.participantId, version: end.version, seen });
    return seen;
  }
}
