import type { WebhookType } from '../catalogue/webhook-types.js';
import type { EventLog } from '../engine/log/event-log.js';
import { type ScanRange, scanTenant } from '../engine/log/scan.js';
import { toPublishedEvent } from './published-event.js';
import { isAmong, Payloads, type PublishedPayload } from './webhook-payload.js';

export interface PublishedRange extends ScanRange {
  /** Default: all types. */
  readonly types?: ReadonlySet<WebhookType>;
}

/** The published events of a tenant in a range, oldest first, with their payloads. */
export async function* publishedBetween(
  log: EventLog,
  tenantId: string,
  { types, ...range }: PublishedRange,
): AsyncGenerator<PublishedPayload> {
  const payloads = new Payloads(log);
  for await (const { events } of scanTenant(log, tenantId, range)) {
    for (const event of events) {
      const published = toPublishedEvent(event);
      if (!published) continue;
      const isWanted = !types || isAmong(types, published);
      const payload = isWanted ? await payloads.of(published) : payloads.advance(published);
      if (payload) yield { published, payload };
    }
  }
}
