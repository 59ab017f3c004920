import { randomUUID } from 'node:crypto';
import { streamName } from '../../src/kernel/stream.js';
import type { EventStore, NewStored, Stored } from '../../src/ports/stores/event-store.js';

export const newStream = (): string => streamName('contract', randomUUID(), randomUUID());

export const someEvents = (count: number): NewStored[] =>
  Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type: 'Noted', body: JSON.stringify({ n }) }));

/** Bodies of 500,000 characters. */
export const largeEvents = (count: number): NewStored[] =>
  someEvents(count).map((event, n) => ({ ...event, body: JSON.stringify({ n, text: 'x'.repeat(500_000) }) }));

export const charactersOf = (events: readonly Stored[]): number =>
  events.reduce((sum, { body }) => sum + body.length, 0);

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

export const ascending = (events: readonly Stored[]): boolean =>
  events.every(({ position }, i) => position > (events[i - 1]?.position ?? 0));

/** The whole log after a position, page by page, but only what stands in these streams. */
export async function logOf(store: EventStore, streams: readonly string[], after: number, pageSize: number) {
  const ours = new Set(streams);
  const found: Stored[] = [];
  for (let from = after; ; ) {
    const page = await store.readAll(from, pageSize);
    if (page.length > pageSize) throw new Error(`asked for ${pageSize} events, got ${page.length}`);
    const last = page.at(-1);
    if (!last) return found;
    found.push(...page.filter(({ stream }) => ours.has(stream)));
    from = last.position;
  }
}
