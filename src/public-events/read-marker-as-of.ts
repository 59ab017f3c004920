import type { EventLog } from '../engine/log/event-log.js';
import { newestAt } from '../engine/log/stream-search.js';
import type { Recorded } from '../kernel/event.js';
import { innerId, streamName } from '../kernel/stream.js';
import type { MessageEvent } from '../modules/message/domain/message.events.js';
import type { MessageSeen } from '../modules/participant/domain/participant.events.js';
import { type End, messageStream, type SharedMarker } from './conversation-as-of.js';
import type { PublishedEvent } from './published-event.js';

const PAGE = 100;

/** How far the users who share a read marker had read when the event happened; looks no further back than is unread. */
export async function sharedMarkerAsOf(
  log: EventLog,
  told: PublishedEvent,
  marker: SharedMarker,
  end: End,
): Promise<number> {
  if (end.sequence <= marker.fromSequence) return marker.fromSequence;
  const { event, tenantId, conversationId } = told;
  const stream = streamName('participant', tenantId, innerId(conversationId, marker.participantId));
  const said = (await newestAt(log, stream, event.meta.position)) as Recorded<MessageSeen> | undefined;
  const floor = Math.max(marker.fromSequence, said?.data.sequence ?? 0);
  for (let from = end.version; from > 0; from -= PAGE) {
    const page = await log.read(messageStream(told), { from, backwards: true, limit: PAGE });
    for (const { type, data } of page as readonly Recorded<MessageEvent>[]) {
      if (type !== 'MessagePosted') continue;
      if (data.sequence <= floor) return floor;
      if (data.seenBy === marker.participantId) return data.sequence;
    }
  }
  return floor;
}
