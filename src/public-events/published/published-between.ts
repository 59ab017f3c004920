import type { WebhookType } from '../../catalogue/webhook-types.js';
import { UnknownEvent } from '../../engine/log/codec.js';
import type { UnreadableEvent } from '../../engine/log/event-log.js';
import { isOutage } from '../../engine/log/log-outage.js';
import type { Position } from '../../kernel/event.js';
import { DeletedSince } from './deleted-since.js';
import { eventsInOrder } from './events-in-order.js';
import type { PublicEventHistory, Span } from './history.js';
import { type PublishedEvent, toPublishedEvent } from './published-event.js';
import { isAmong, type Payload, Payloads, type PublishedPayload } from './webhook-payload.js';

/** An event that cannot be shown. */
export type SkippedEvent = Pick<UnreadableEvent, 'type' | 'stream' | 'position'>;

export interface PublishedRange extends Span {
  /** Default: all types. */
  readonly types?: ReadonlySet<WebhookType>;
  /** Called for each event that this version cannot show. Without it such an event ends the range with an error. */
  readonly skipped?: (event: SkippedEvent, error: unknown) => void;
}

export interface PublishedPage {
  readonly published: readonly PublishedPayload[];
  /** Every event up to here was handed over. */
  readonly through: Position;
  /** Events read for the page. */
  readonly read: number;
}

/** The published events of a tenant in a range, oldest first, with their payloads, page by page. */
export async function* publishedBetween(
  history: PublicEventHistory,
  tenantId: string,
  { types, skipped, ...span }: PublishedRange,
): AsyncGenerator<PublishedPage> {
  const deleted = new DeletedSince(history);
  const payloads = new Payloads(history.log, { deleted, links: history.links });
  const skip = (event: SkippedEvent, error: unknown): undefined => {
    if (!skipped || isOutage(error)) throw error;
    skipped(event, error);
  };
  for await (const { events, unreadable, through, read } of history.tenant(tenantId, span)) {
    await deleted.load(events);
    const page: PublishedPayload[] = [];
    for (const each of eventsInOrder({ events, unreadable })) {
      if (each.unreadable) passOver(each.unreadable);
      const published = each.event && toPublishedEvent(each.event);
      if (!published) continue;
      const payload = await payloadOrSkip(published);
      if (payload) page.push({ published, payload });
    }
    yield { published: page, through, read };
  }

  function passOver(event: UnreadableEvent): void {
    payloads.passOver(event.stream);
    skip(event, new UnknownEvent(`${event.type} was written by a newer version`));
  }

  async function payloadOrSkip(published: PublishedEvent): Promise<Payload | undefined> {
    const isWanted = !types || isAmong(types, published);
    try {
      if (isWanted) return await payloads.of(published);
      payloads.advance(published);
      return undefined;
    } catch (error) {
      const { type, meta } = published.event;
      return skip({ type, stream: meta.stream, position: meta.position }, error);
    }
  }
}
