import { setTimeout as sleep } from 'node:timers/promises';
import { BACKWARDS, END, type KurrentDBClient, type ResolvedEvent, START } from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import { PAGE_CHARACTERS, type ReadOptions, type Stored, StoreUnavailable } from '../../../ports/stores/event-store.js';
import type { Connection } from '../connection.js';
import { PATIENCE, Silence, unavailable } from '../failures.js';
import { fromPosition, type Namespace, only, toPosition, toStored } from './records.js';
import { eventsOf } from './stream-read.js';

/** Between the attempts of a read. */
export const PAUSES_MS = [100, 400];

/** Retries after a failure, each time on a new connection, because the failed connection may never recover. */
export async function readSurely<T>(
  connection: Connection,
  deadlineMs: number,
  read: (client: KurrentDBClient, silenceMs: number) => Promise<T>,
): Promise<T> {
  const until = performance.now() + deadlineMs;
  for (let attempt = 0; ; attempt++) {
    const client = connection.client();
    try {
      return await read(client, Math.min(deadlineMs * PATIENCE, until - performance.now()));
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
  options: ReadOptions,
  silenceMs: number,
): Promise<readonly Stored[]> {
  const page = new Page();
  await readWithin(eventsOf(client, namespace, stream, options), silenceMs, (event) => page.add(event));
  return page.events;
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

/** Events up to a count and a size. */
export class Page {
  readonly events: Stored[] = [];
  private characters = 0;

  constructor(private readonly limit = Number.POSITIVE_INFINITY) {}

  /** False when the page is full. */
  add(event: Stored): boolean {
    this.events.push(event);
    this.characters += event.body.length;
    return this.events.length < this.limit && this.characters < PAGE_CHARACTERS;
  }
}

/** The record that begins at a position, of any writer. */
export async function readRecord(client: KurrentDBClient, position: Position, silenceMs: number) {
  const events = client.readAll({ fromPosition: fromPosition(position), maxCount: 1, requiresLeader: true });
  let id: string | undefined;
  await readWithin(events, silenceMs, ({ event }) => {
    if (event?.position && toPosition(event.position.commit) === position) id = event.id;
    return false;
  });
  return id === undefined ? undefined : { position, id };
}

/** Events up to the end of a page. */
async function collect(
  events: AsyncIterable<ResolvedEvent>,
  namespace: Namespace,
  silenceMs: number,
): Promise<Stored[]> {
  const page = new Page();
  await readWithin(events, silenceMs, ({ event }) => !event || page.add(toStored(event, namespace)));
  return page.events;
}

/**
 * Reads until `take` returns false. Rejects after `silenceMs` without an event, because the client has no deadline for
 * reads.
 */
async function readWithin<T>(events: AsyncIterable<T>, silenceMs: number, take: (event: T) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Silence(`nothing was read for ${Math.round(silenceMs)} ms`)), silenceMs);
  const reading = async () => {
    for await (const event of events) {
      timer.refresh();
      if (!take(event)) return;
    }
  };
  reading().then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}
