import type { AnyProjection, Projection } from '../../kernel/projection.js';
import { stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

type Documents = Map<string, unknown>;

/** Documents that the events of one stream make in the log now, independent of the read models. */
export interface StreamDocuments {
  // biome-ignore lint/suspicious/noExplicitAny: the events of a projection do not matter to who reads its documents.
  of<Doc>(projection: Projection<Doc, any>): ReadonlyMap<string, Doc>;
}

/** Reads the whole stream; for answers while the read models lag. */
export async function documentsOfStream(
  log: EventLog,
  stream: string,
  projections: readonly AnyProjection[],
): Promise<StreamDocuments> {
  const all = new Map<AnyProjection, Documents>(projections.map((each) => [each, new Map()]));
  await stateAsOf(log, stream, {
    initial: undefined,
    evolve(_, event) {
      for (const [projection, documents] of all) {
        if (!projection.events.includes(event.type)) continue;
        const key = projection.key(event);
        if (key === undefined) continue;
        const document = projection.evolve(documents.get(key), event);
        if (document === undefined) documents.delete(key);
        else documents.set(key, document);
      }
      return undefined;
    },
  });
  return { of: <Doc>(projection: AnyProjection) => (all.get(projection) ?? new Map()) as ReadonlyMap<string, Doc> };
}
