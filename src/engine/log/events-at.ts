import type { Recorded } from '../../kernel/event.js';
import type { StreamVersion } from '../../kernel/stream.js';
import { appendAll } from '../../lib/append-all.js';
import type { EventAsStored } from './codec.js';
import type { EventLog, ReadablePage, ReadFailure } from './event-log.js';

/** Consecutive versions of a stream. */
interface Run {
  readonly stream: string;
  readonly first: number;
  last: number;
}

const READS_AT_ONCE = 16;

/** The events at these places, in the given order; those that are no longer stored are left out. Reads runs of a stream at once. */
export async function eventsAt(log: EventLog, places: readonly StreamVersion[]): Promise<readonly Recorded[]> {
  const runs = runsOf(places);
  const found = new Map<string, Recorded>();
  for (let i = 0; i < runs.length; i += READS_AT_ONCE) {
    const pages = await Promise.all(runs.slice(i, i + READS_AT_ONCE).map((run) => readRun(log, run)));
    for (const event of pages.flat()) found.set(placeKey(event.meta), event);
  }
  return places.map((place) => found.get(placeKey(place))).filter((event) => event !== undefined);
}

/** The same, each as it was written, by `placeKey`. One that cannot be read is a failure. */
export async function storedEventsAt(
  log: EventLog,
  places: readonly StreamVersion[],
): Promise<ReadonlyMap<string, EventAsStored | ReadFailure>> {
  const runs = runsOf(places);
  const found = new Map<string, EventAsStored | ReadFailure>();
  for (let i = 0; i < runs.length; i += READS_AT_ONCE) {
    await Promise.all(runs.slice(i, i + READS_AT_ONCE).map((run) => readRunAsStored(log, run, found)));
  }
  return found;
}

async function readRunAsStored(
  log: EventLog,
  { stream, first, last }: Run,
  found: Map<string, EventAsStored | ReadFailure>,
): Promise<void> {
  for (let from = first; from <= last; ) {
    const page = await log.readAsStored(stream, { from, limit: last - from + 1 });
    for (const each of page) {
      const { version } = 'event' in each ? each.event.meta : each;
      found.set(placeKey({ stream, version }), each);
      from = version + 1;
    }
    if (page.length === 0) return;
  }
}

export const placeKey = ({ stream, version }: StreamVersion): string => `${version}@${stream}`;

function runsOf(places: readonly StreamVersion[]): readonly Run[] {
  const runs: Run[] = [];
  const open = new Map<string, Run>();
  for (const { stream, version } of places) {
    const run = open.get(stream);
    if (run?.last === version - 1) run.last = version;
    else {
      const next = { stream, first: version, last: version };
      open.set(stream, next);
      runs.push(next);
    }
  }
  return runs;
}

const readRun = (log: EventLog, { stream, first, last }: Run): Promise<readonly Recorded[]> =>
  log.readExactly(stream, { from: first, limit: last - first + 1 });

const FIRST_PLACES = 16;
const FEW_CHARACTERS = 262_144;

/** The events at the first of some places, as many as take some `characters` in the log. */
export interface EventPage extends Pick<ReadablePage, 'events' | 'unreadable'> {
  /** Number of places that were read. */
  readonly places: number;
}

/** The events at places in the order of the log, with those of a newer version apart. Ends early at `characters`. */
export async function eventPageAt(
  log: EventLog,
  places: readonly StreamVersion[],
  characters: number,
): Promise<EventPage> {
  const events: Recorded[] = [];
  const unreadable: ReadFailure[] = [];
  let read = 0;
  let left = characters;
  for (let limit = FIRST_PLACES; read < places.length && left > 0; ) {
    const some = places.slice(read, read + limit);
    const runs = runsOf(some);
    let taken = 0;
    for (let i = 0; i < runs.length; i += READS_AT_ONCE) {
      const pages = await Promise.all(runs.slice(i, i + READS_AT_ONCE).map((run) => readReadable(log, run)));
      for (const page of pages) {
        appendAll(events, page.events);
        appendAll(unreadable, page.unreadable);
        taken += page.characters;
      }
    }
    left -= taken;
    read += some.length;
    if (taken < FEW_CHARACTERS) limit *= 2;
  }
  events.sort((a, b) => a.meta.position - b.meta.position);
  unreadable.sort((a, b) => a.position - b.position);
  return { events, unreadable, places: read };
}

async function readReadable(log: EventLog, { stream, first, last }: Run): Promise<Omit<ReadablePage, 'last'>> {
  const events: Recorded[] = [];
  const unreadable: ReadFailure[] = [];
  let characters = 0;
  for (let from = first; from <= last; ) {
    const page = await log.readablePage(stream, { from, limit: last - from + 1 });
    appendAll(
      events,
      page.events.filter(({ meta }) => meta.version <= last),
    );
    appendAll(
      unreadable,
      page.unreadable.filter(({ version }) => version <= last),
    );
    characters += page.characters;
    if (!page.last) break;
    from = page.last.version + 1;
  }
  return { events, unreadable, characters };
}
