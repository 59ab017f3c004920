import type { Recorded } from '../../kernel/event.js';
import type { EventLog } from './event-log.js';

/** Where an event stands in its stream. */
export interface EventPlace {
  readonly stream: string;
  readonly version: number;
}

/** Consecutive versions of a stream. */
interface Run {
  readonly stream: string;
  readonly first: number;
  last: number;
}

const READS_AT_ONCE = 16;

/** The events at these places, in the given order; those that are no longer stored are left out. Reads runs of a stream at once. */
export async function eventsAt(log: EventLog, places: readonly EventPlace[]): Promise<readonly Recorded[]> {
  const runs = runsOf(places);
  const found = new Map<string, Recorded>();
  for (let i = 0; i < runs.length; i += READS_AT_ONCE) {
    const pages = await Promise.all(runs.slice(i, i + READS_AT_ONCE).map((run) => readRun(log, run)));
    for (const event of pages.flat()) found.set(placeKey(event.meta), event);
  }
  return places.map((place) => found.get(placeKey(place))).filter((event) => event !== undefined);
}

const placeKey = ({ stream, version }: EventPlace): string => `${version}@${stream}`;

function runsOf(places: readonly EventPlace[]): readonly Run[] {
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

async function readRun(log: EventLog, { stream, first, last }: Run): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (let from = first; from <= last; ) {
    const page = await log.read(stream, { from, limit: last - from + 1 });
    events.push(...page);
    const end = page.at(-1)?.meta.version;
    if (end === undefined) break;
    from = end + 1;
  }
  return events;
}
