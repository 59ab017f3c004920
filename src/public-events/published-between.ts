import type { WebhookType } from '../catalogue/webhook-types.js';
import type { EventLog } from '../engine/log/event-log.js';
import type { PositionRange } from '../engine/log/position-at-time.js';
import { type PublishedEvent, toPublishedEvent } from './published-event.js';
import { isAmong, type Payload, Payloads } from './webhook-payload.js';

const PAGE = 500;
const nextTurn = () => new Promise<void>((go) => setImmediate(go));
export interface PublishedPayload {
  readonly told: PublishedEvent;
  readonly payload: Payload;
}

export interface Wanted extends PositionRange {
  readonly types?: ReadonlySet<WebhookType>;
}

/** What happened in a tenant as webhooks tell it, oldest first; reads past other tenants. */
export async function* publishedBetween(
  log: EventLog,
  tenantId: string,
  { after, until, types }: Wanted,
): AsyncGenerator<PublishedPayload> {
  const payloads = new Payloads(log);
  for (let from = after; from < until; ) {
    const page = await log.readAll(from, PAGE);
    for (const event of page) {
      from = event.meta.position;
      if (from > until) return;
      const told = event.meta.tenantId === tenantId ? toPublishedEvent(event) : undefined;
      if (!told) continue;
      const isWanted = !types || isAmong(types, told);
      const payload = isWanted ? await payloads.of(told) : payloads.pass(told);
      if (payload) yield { told, payload };
    }
    if (page.length < PAGE) return;
    await nextTurn();
  }
}
