import type { EventLog } from './event-log.js';
import type { Subscriber } from './tail/subscriber.js';
import { SubscriptionReader } from './tail/subscription-reader.js';

export interface Subscription {
  close(): void;
}

/** Hands over every event after `from()`, until closed. After a failure it starts again from there, with growing pauses. */
export function subscribe(
  log: EventLog,
  subscriber: Subscriber,
  failed: (name: string, error: unknown) => void,
): Subscription {
  const reader = new SubscriptionReader(log, subscriber, failed);
  reader.start();
  return reader;
}
