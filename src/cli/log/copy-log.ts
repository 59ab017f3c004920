import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../../kernel/event.js';
import {
  AppendTooLarge,
  type EventStore,
  type NewStored,
  type Stored,
  StoreUnavailable,
} from '../../ports/event-store.js';

const PAGE = 1_000;
/** Well below what a server takes in one append. */
const BATCH = { events: 500, characters: 400_000 };
const PAUSE_MS = 1_000;

/** The target holds what is not in the source: it is not a copy of it, not even half of one. */
export class NotACopy extends Error {}

export interface Copied {
  /** What earlier attempts had copied, and this one. */
  readonly before: number;
  readonly now: number;
}

type Progress = (copied: number) => void;

/**
 * Every event in the order of the log, with its id, stream and version; goes on where an earlier attempt was killed,
 * which the target's newest event tells. One append after the other: two at once could change places.
 * @throws NotACopy
 */
export async function copyLog(from: EventStore, to: EventStore, progress: Progress = () => {}): Promise<Copied> {
  let after = await resumeAt(from, to);
  const before = after === 0 ? 0 : await countUpTo(from, after);
  let now = 0;
  for (;;) {
    const page = await patiently(() => from.readAll(after, PAGE));
    for (const batch of batchesOf(page)) {
      await append(to, batch);
      now += batch.length;
      progress(before + now);
    }
    const last = page.at(-1);
    if (!last) return { before, now };
    after = last.position;
  }
}

/** Reads both from the start and holds one against the other. Answers how many events. @throws NotACopy */
export async function verifyCopy(from: EventStore, to: EventStore): Promise<number> {
  const [originals, copies] = [eventsOf(from), eventsOf(to)];
  for (let n = 0; ; n++) {
    const [original, copy] = [await originals.next(), await copies.next()];
    if (original.done && copy.done) return n;
    if (original.done || copy.done) throw new NotACopy(`Event ${n + 1} is in one of the logs only.`);
    const wrong = (['stream', 'version', 'id', 'type', 'body'] as const).find(
      (member) => original.value[member] !== copy.value[member],
    );
    if (wrong) throw new NotACopy(`Event ${n + 1} (${original.value.stream}) has another ${wrong} in the target.`);
  }
}

async function resumeAt(from: EventStore, to: EventStore): Promise<Position> {
  const head = await patiently(() => to.head());
  if (head === 0) return 0;
  const [newest] = await patiently(() => to.readAll(head - 1, 1));
  if (!newest) throw new NotACopy('The newest event of the target cannot be read.');
  const [original] = await patiently(() => from.read(newest.stream, { from: newest.version, limit: 1 }));
  if (original?.id === newest.id) return original.position;
  throw new NotACopy(`The target ends with ${newest.stream} ${newest.version}, which the source has not.`);
}

async function countUpTo(store: EventStore, position: Position): Promise<number> {
  let n = 0;
  for await (const event of eventsOf(store)) {
    n++;
    if (event.position >= position) return n;
  }
  return n;
}

async function* eventsOf(store: EventStore): AsyncGenerator<Stored, undefined> {
  for (let after = 0; ; ) {
    const page = await patiently(() => store.readAll(after, PAGE));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.position;
  }
}

/** Neighbours of one stream, so many as go in together. */
function* batchesOf(page: readonly Stored[]): Generator<readonly Stored[]> {
  let batch: Stored[] = [];
  let characters = 0;
  for (const event of page) {
    const fits = batch.length < BATCH.events && characters + event.body.length < BATCH.characters;
    if (batch.length > 0 && (!fits || batch[0]?.stream !== event.stream)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(event);
    characters += event.body.length;
  }
  if (batch.length > 0) yield batch;
}

async function append(to: EventStore, batch: readonly Stored[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const events: readonly NewStored[] = batch.map(({ id, type, body }) => ({ id, type, body }));
  try {
    await patiently(() => to.append(first.stream, first.version - 1, events));
  } catch (error) {
    if (!(error instanceof AppendTooLarge) || batch.length === 1) throw error;
    const half = Math.ceil(batch.length / 2);
    await append(to, batch.slice(0, half));
    await append(to, batch.slice(half));
  }
}

/** The same append again is stored once, so a store that is away is simply waited for. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
