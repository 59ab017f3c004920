import type { AnyProjection, Projection } from '../../kernel/projection.js';
import { type AsOf, stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

interface Made {
  readonly documents: Map<string, unknown>;
  readonly erased: Set<string>;
}

/** Documents that the events of one stream make, independent of the read models. */
export interface StreamDocuments {
  // biome-ignore lint/suspicious/noExplicitAny: the events of a projection do not matter to who reads its documents.
  of<Doc>(projection: Projection<Doc, any>): ReadonlyMap<string, Doc>;
  /** Whether content of an event of the document is erased. */
  isErased(projection: AnyProjection, key: string): boolean;
}

const NONE: Made = { documents: new Map(), erased: new Set() };

/** Reads the whole stream, or its events up to a moment. */
export async function documentsOfStream(
  log: EventLog,
  stream: string,
  projections: readonly AnyProjection[],
  until: Pick<AsOf<unknown>, 'position'> = {},
): Promise<StreamDocuments> {
  const all = new Map<AnyProjection, Made>(
    projections.map((each) => [each, { documents: new Map(), erased: new Set() }]),
  );
  const fold = {
    initial: undefined,
    evolve(_: undefined, event: Parameters<AnyProjection['evolve']>[1]) {
      for (const [projection, { documents, erased }] of all) {
        if (!projection.events.includes(event.type)) continue;
        const key = projection.key(event);
        if (key === undefined) continue;
        if (event.meta.erased) erased.add(key);
        const document = projection.evolve(documents.get(key), event);
        if (document === undefined) documents.delete(key);
        else documents.set(key, document);
      }
      return undefined;
    },
  };
  await stateAsOf(log, stream, fold, until);
  const made = (projection: AnyProjection) => all.get(projection) ?? NONE;
  return {
    of: <Doc>(projection: AnyProjection) => made(projection).documents as ReadonlyMap<string, Doc>,
    isErased: (projection, key) => made(projection).erased.has(key),
  };
}
