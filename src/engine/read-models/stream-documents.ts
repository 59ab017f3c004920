import type { AnyProjection, Projection } from '../../kernel/projection.js';
import { type AsOf, stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

type Documents = Map<string, unknown>;

/** Documents that the events of one stream make, independent of the read models. */
export interface StreamDocuments {
  // biome-ignore lint/suspicious/noExplicitAny: the events of a projection do not matter to who reads its documents.
  of<Doc>(projection: Projection<Doc, any>): ReadonlyMap<string, Doc>;
}

/** Reads the whole stream, or its events up to a position, inclusive. */
export async function documentsOfStream(
  log: EventLog,
  stream: string,
  projections: readonly AnyProjection[],
  until: Pick<AsOf<unknown>, 'position'> = {},
): Promise<StreamDocuments> {
  const all = new Map<AnyProjection, Documents>(projections.map((each) => [each, new Map()]));
  const fold = {
    initial: undefined,
    evolve(_: undefined, event: Parameters<AnyProjection['evolve']>[1]) {
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
  };
  await stateAsOf(log, stream, fold, until);
  return { of: <Doc>(projection: AnyProjection) => (all.get(projection) ?? new Map()) as ReadonlyMap<string, Doc> };
}
