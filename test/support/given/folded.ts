import type { Event, Recorded } from '../../../src/kernel/event.js';
import type { AnyProjection } from '../../../src/kernel/projection.js';
import { streamName } from '../../../src/kernel/stream.js';
import { metaOf, TENANT } from './given.js';

/** An event of any stream. */
export const happened = (category: string, id: string, type: string, data: object, version = 1): Recorded =>
  ({ type, data, meta: metaOf(streamName(category, TENANT, id), version) }) as Recorded<Event>;

/** Documents of a read model by key, folded from events. */
export function folded(projection: AnyProjection, ...events: readonly Recorded[]): ReadonlyMap<string, unknown> {
  const docs = new Map<string, unknown>();
  for (const event of events.filter(({ type }) => projection.events.includes(type))) {
    const key = projection.key(event);
    if (key !== undefined) docs.set(key, projection.evolve(docs.get(key), event));
  }
  return docs;
}
