import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppendTooLarge,
  type EventStore,
  type NewStored,
  type Stored,
  StoreUnavailable,
} from '../../ports/stores/event-store.js';
import { Differs } from '../shared/failures.js';

const PAGE = 1_000;
/** Stays below the limit of a server for one append. */
const BATCH = { events: 500, characters: 400_000 };
const PAUSE_MS = 1_000;

/** The target differs from the source or holds other events. */
export class NotACopy extends Differs {}

export interface Copied {
  /** Events that earlier attempts copied, and events of this one. */
  readonly before: number;
  readonly now: number;
}

type Progress = (copied: number) => void;

/**
 * Copies every event in the order of the log with its id, stream and version. It compares source and target first and
 * continues after the last copied event. Appends run one after the other, since concurrent ones could change the order.
 * @throws NotACopy
 */
export async function copyLog(from: EventStore, to: EventStore, progress: Progress = () => {}): Promise<Copied> {
  const { copied: before, position } = await compared(from, to);
  let after = position;
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

/** Compares both logs from the start, hands each event to `inspect`, and returns the number of events. @throws NotACopy */
export async function verifyCopy(
  from: EventStore,
  to: EventStore,
  inspect: (event: Stored) => void = () => {},
): Promise<number> {
  const { copied, isWhole } = await compared(from, to, inspect);
  if (!isWhole) throw new NotACopy(`Event ${copied + 1} exists only in the source.`);
  return copied;
}

/** Counts the events that the target has copied. @throws NotACopy if the target holds other events */
async function compared(from: EventStore, to: EventStore, inspect: (event: Stored) => void = () => {}) {
  const originals = eventsOf(from);
  let [copied, position] = [0, 0];
  for await (const copy of eventsOf(to)) {
    const { value: original } = await originals.next();
    if (!original) throw new NotACopy(`Event ${copied + 1} exists only in the target.`);
    const wrong = (['stream', 'version', 'id', 'type', 'body'] as const).find(
      (member) => original[member] !== copy[member],
    );
    if (wrong) throw new NotACopy(`Event ${copied + 1} (${original.stream}) has a different ${wrong} in the target.`);
    inspect(original);
    [copied, position] = [copied + 1, original.position];
  }
  return { copied, position, isWhole: (await originals.next()).done === true };
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

/** Consecutive events of one stream, within the bounds of a batch. */
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

/** Retries until the store is available; a repeated append is stored once. */
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
