import { EVENT_STORE, type EventStore, type Stored } from '../../../src/ports/stores/event-store.js';
import type { Tidings } from '../api.js';
import { until } from '../until.js';

const PAGE = 10_000;

/** All events of the log after a position, as the store has them. */
async function eventsAfter({ app }: Tidings, position: number): Promise<readonly Stored[]> {
  const store = app.get<EventStore>(EVENT_STORE);
  const all: Stored[] = [];
  for (;;) {
    const page = await store.readAll(all.at(-1)?.position ?? position, PAGE);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

const QUIET_LOOKS = 20;

/** Waits until processes and workers append nothing more. */
export async function quietLog({ app }: Tidings): Promise<void> {
  const store = app.get<EventStore>(EVENT_STORE);
  let [head, looks] = [-1, 0];
  await until(async () => {
    const found = await store.head();
    looks = found === head ? looks + 1 : 0;
    head = found;
    return looks >= QUIET_LOOKS;
  });
}

/** Events that come by themselves: checkpoints some seconds after others, sums of reads a minute after the first one. */
const comesByItself = ({ stream }: Stored): boolean => /^(checkpoint|auditRead)-/.test(stream);

/** Position of the newest event of a request: it stays where requests append nothing. */
export async function requestedHead(tidings: Tidings): Promise<number> {
  return (await eventsAfter(tidings, 0)).findLast((event) => !comesByItself(event))?.position ?? 0;
}

/** The bytes of all events of a tenant after a position, one line each, without those that come by themselves. */
export async function tenantLog(tidings: Tidings, tenantId: string, after = 0): Promise<string> {
  const events = await eventsAfter(tidings, after);
  return events
    .filter((event) => event.stream.includes(tenantId) && !comesByItself(event))
    .map((event) => JSON.stringify(event))
    .join('\n');
}
