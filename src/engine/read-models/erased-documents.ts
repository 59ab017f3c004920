import type { ErasureAdvanced } from '../../kernel/erasure.js';
import type { Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { EventLog } from '../log/event-log.js';
import { checkpointName } from './checkpoints.js';

/** The document that an erased event makes or changes in a read model. */
interface MadeDocument {
  readonly projection: AnyProjection;
  readonly key: string;
  /** The document after the erasure; undefined: it is removed. */
  readonly left: (doc: unknown) => unknown;
}

const nothing = () => undefined;

/** Changes the documents of a read model. Undefined: the erasure does not concern it. */
function leftIn(projection: AnyProjection, participantId: string | undefined): MadeDocument['left'] | undefined {
  if (projection.erasedWith !== 'conversation') return undefined;
  if (participantId === undefined) return nothing;
  const { forgets } = projection;
  return forgets && ((doc) => (doc === undefined ? undefined : forgets(doc, participantId)));
}

type Log = Pick<EventLog, 'readablePage'>;

/**
 * The documents that the erased events made, each once. They are read from the log again, so that a read model of any
 * version forgets the same events.
 */
export async function erasedDocuments(
  log: Log,
  { data: { ranges, participantId } }: Recorded<ErasureAdvanced>,
  projections: readonly AnyProjection[],
): Promise<readonly MadeDocument[]> {
  const erased = projections.flatMap((projection) => {
    const left = leftIn(projection, participantId);
    return left ? [{ projection, left }] : [];
  });
  if (erased.length === 0) return [];
  const found = new Map<string, MadeDocument>();
  for (const { stream, from, to } of ranges) {
    for await (const event of eventsIn(log, stream, from, to)) {
      for (const { projection, left } of erased) {
        if (!(projection.events as readonly string[]).includes(event.type)) continue;
        const key = projection.key(event);
        if (key !== undefined) found.set(`${checkpointName(projection)}/${key}`, { projection, key, left });
      }
    }
  }
  return [...found.values()];
}

/** Events of a newer version made documents that this version does not know. */
async function* eventsIn(log: Log, stream: string, from: number, to: number): AsyncGenerator<Recorded> {
  for (let next = from; next <= to; ) {
    const { events, last } = await log.readablePage(stream, { from: next, limit: to - next + 1 });
    yield* events;
    if (!last) return;
    next = last.version + 1;
  }
}
