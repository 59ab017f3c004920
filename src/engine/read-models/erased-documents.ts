import type { ErasureAdvanced } from '../../kernel/erasure.js';
import type { Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { EventLog } from '../log/event-log.js';

/** The document that an event makes or changes in a read model. */
interface MadeDocument {
  readonly projection: AnyProjection;
  readonly key: string;
}

type Log = Pick<EventLog, 'readablePage'>;

/**
 * The documents that the erased events made, each once. They are read from the log again, so that a read model of any
 * version forgets the same events.
 */
export async function erasedDocuments(
  log: Log,
  { data: { ranges } }: Recorded<ErasureAdvanced>,
  projections: readonly AnyProjection[],
): Promise<readonly MadeDocument[]> {
  const erased = projections.filter(({ erasedWith }) => erasedWith === 'conversation');
  const found = new Map<string, MadeDocument>();
  for (const { stream, from, to } of ranges) {
    for await (const event of eventsIn(log, stream, from, to)) {
      for (const projection of erased) {
        if (!(projection.events as readonly string[]).includes(event.type)) continue;
        const key = projection.key(event);
        if (key !== undefined) found.set(`${projection.name}/${key}`, { projection, key });
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
