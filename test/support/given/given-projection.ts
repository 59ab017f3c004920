import { expect } from 'vitest';
import type { Event, Meta, Recorded } from '../../../src/kernel/event.js';
import type { Projection } from '../../../src/kernel/projection.js';
import { metaOf } from './given.js';

/** Folds events (each with the stream it stands in) and shows the documents that come of it, by key. */
export function givenProjection<Doc, E extends Event>(projection: Projection<Doc, E>) {
  return (...events: readonly { readonly event: E; readonly stream: string; readonly meta?: Partial<Meta> }[]) => {
    const docs = new Map<string, Doc>();
    const versions = new Map<string, number>();
    for (const [i, { event, stream, meta }] of events.entries()) {
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      const known: Recorded<E> = { ...event, meta: metaOf(stream, version, { position: i + 1, ...meta }) };
      if (!projection.events.includes(event.type as E['type'])) continue;
      const key = projection.key(known);
      if (key === undefined) continue;
      const doc = projection.evolve(docs.get(key), known);
      if (doc === undefined) docs.delete(key);
      else docs.set(key, doc);
    }
    return {
      docs,
      shows: (key: string, expected: Partial<Doc>) => expect(docs.get(key)).toMatchObject(expected),
      absent: (key: string) => expect(docs.has(key)).toBe(false),
    };
  };
}
