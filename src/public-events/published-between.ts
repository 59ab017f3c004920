import type { WebhookType } from '../catalogue/webhook-types.js';
import type { Position } from '../kernel/event.js';
import { DeletedMessages } from './deleted-messages.js';
import type { PublicEventHistory, Span } from './history.js';
import { toPublishedEvent } from './published-event.js';
import { isAmong, Payloads, type PublishedPayload } from './webhook-payload.js';

export interface PublishedRange extends Span {
  /** Default: all types. */
  readonly types?: ReadonlySet<WebhookType>;
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
  { types, ...span }: PublishedRange,
): AsyncGenerator<PublishedPage> {
  const deleted = new DeletedMessages(history);
  const payloads = new Payloads(history.log, deleted);
  for await (const { events, through, read } of history.tenant(tenantId, span)) {
    await deleted.load(events);
    const page: PublishedPayload[] = [];
    for (const event of events) {
      const published = toPublishedEvent(event);
      if (!published) continue;
      const isWanted = !types || isAmong(types, published);
      const payload = isWanted ? await payloads.of(published) : payloads.advance(published);
      if (payload) page.push({ published, payload });
    }
    yield { published: page, through, read };
  }
}
