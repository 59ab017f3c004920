import type { EventLog } from '../../engine/event-log.js';
import { epochMs, type Instant, MINUTE } from '../../kernel/instant.js';
import { type Told, toldOf } from '../../realtime/announcements.js';
import { type Payload, Payloads, typeOf } from './payloads.service.js';
import type { WebhookType } from './webhook.catalogue.js';

const PAGE = 500;
const nextTurn = () => new Promise<void>((go) => setImmediate(go));
/** Clocks of several writers may differ by so much. */
const SKEW_MS = MINUTE;

export interface Past {
  readonly told: Told;
  readonly payload: Payload;
}

export interface Stretch {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
  readonly types?: ReadonlySet<WebhookType>;
}

/** What happened in a tenant as webhooks tell it, oldest first; reads past other tenants. */
export async function* past(log: EventLog, tenantId: string, { after, until, types }: Stretch): AsyncGenerator<Past> {
  const payloads = new Payloads(log);
  for (let from = after; from < until; ) {
    const page = await log.readAll(from, PAGE);
    for (const event of page) {
      from = event.meta.position;
      if (from > until) return;
      const told = event.meta.tenantId === tenantId ? toldOf(event) : undefined;
      if (!told) continue;
      const isWanted = !types || types.has(typeOf(told));
      const payload = isWanted ? await payloads.of(told) : payloads.pass(told);
      if (payload) yield { told, payload };
    }
    if (page.length < PAGE) return;
    await nextTurn();
  }
}

/** Positions so that all that happened from `from` to `to` lies between them, found without reading the whole log. */
export async function around(log: EventLog, from: Instant, to: Instant): Promise<Stretch> {
  return {
    after: await before(log, epochMs(from) - SKEW_MS),
    until: await before(log, epochMs(to) + SKEW_MS),
  };
}

/** The last position with nothing later than `ms` at or before it. */
async function before(log: EventLog, ms: number): Promise<number> {
  let low = 0;
  let high = await log.head();
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const [event] = await log.readAll(middle, 1);
    if (event && epochMs(event.meta.at) < ms) low = event.meta.position;
    else high = middle;
  }
  return low;
}
