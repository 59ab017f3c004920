import { setTimeout as sleep } from 'node:timers/promises';
import { BACKWARDS, END, ErrorType, type KurrentDBClient, type ResolvedEvent, START } from '@kurrent/kurrentdb-client';
import type { Position } from '../../kernel/event.js';
import { PAGE_CHARACTERS, type ReadOptions, type Stored, StoreUnavailable } from '../../ports/event-store.js';
import type { Connection } from './connection.js';
import { isOfType, Silence, unavailable } from './failures.js';
import { fromPosition, type Namespace, only, toStored } from './records.js';

const PAUSES_MS = [100, 400];

/** Tries again after a failure, each time on a new connection: the one that failed may go on failing for ever. */
export async function readSurely<T>(
  connection: Connection,
  deadlineMs: number,
  read: (client: KurrentDBClient, silenceMs: number) => Promise<T>,
): Promise<T> {
  const until = performance.now() + deadlineMs;
  for (let attempt = 0; ; attempt++) {
    const client = connection.client();
    try {
      return await read(client, Math.min(deadlineMs * 0.4, until - performance.now()));
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof RangeError) throw error;
      connection.renew(client, error);
      const pause = PAUSES_MS[attempt];
      if (pause === undefined || performance.now() + pause >= until) throw unavailable('Reading', error);
      await sleep(pause);
    }
  }
}

export async function readStream(
  client: KurrentDBClient,
  namespace: Namespace,
  stream: string,
  { from, backwards = false, limit }: ReadOptions,
  silenceMs: number,
): Promise<readonly Stored[]> {
  const start = backwards ? END : START;
  const events = client.readStream(namespace.prefix + stream, {
    fromRevision: from === undefined ? start : BigInt(from - 1),
    maxCount: limit,
    requiresLeader: true,
    ...(backwards ? { direction: BACKWARDS } : {}),
  });
  try {
    return await collect(events, namespace, silenceMs);
  } catch (error) {
    if (isOfType(error, ErrorType.STREAM_NOT_FOUND)) return [];
    throw error;
  }
}

/** `start` is an event's position, `after` or what comes right behind it. */
export interface Span {
  readonly start: Position;
  readonly after: Position;
  readonly limit: number;
}

/** The server takes the start in: where that is an event of ours, it is one too many. */
export async function readLog(
  client: KurrentDBClient,
  namespace: Namespace,
  { start, after, limit }: Span,
  silenceMs: number,
) {
  const events = client.readAll({
    fromPosition: start === 0 ? START : fromPosition(start),
    maxCount: limit + 1,
    filter: only(namespace),
    requiresLeader: true,
  });
  const found = await collect(events, namespace, silenceMs);
  return found.filter(({ position }) => position > after).slice(0, limit);
}

export async function readHead(client: KurrentDBClient, namespace: Namespace, silenceMs: number): Promise<Position> {
  const filter = only(namespace);
  const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, filter, requiresLeader: true } as const;
  const [newest] = await collect(client.readAll(options), namespace, silenceMs);
  return newest?.position ?? 0;
}

/** What there is, up to the end of a page, unless nothing comes for so long: the client has no deadline for reads. */
async function collect(
  events: AsyncIterable<ResolvedEvent>,
  namespace: Namespace,
  silenceMs: number,
): Promise<Stored[]> {
  const found: Stored[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Stored[]>();
  const timer = setTimeout(() => reject(new Silence(`nothing was read for ${Math.round(silenceMs)} ms`)), silenceMs);
  const reading = async () => {
    let characters = 0;
    for await (const { event } of events) {
      timer.refresh();
      if (!event) continue;
      const stored = toStored(event, namespace);
      found.push(stored);
      characters += stored.body.length;
      if (characters >= PAGE_CHARACTERS) break;
    }
    return found;
  };
  reading().then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}
