import { setTimeout as pause } from 'node:timers/promises';
import { positionsBetween } from '../../engine/log/position-at-time.js';
import type { Position } from '../../kernel/event.js';
import { FAR_FUTURE, type Instant, instant, SECOND } from '../../kernel/instant.js';
import type { Stored } from '../../ports/stores/event-store.js';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES } from '../shared/failures.js';
import { openedLog } from '../shared/opened-log.js';
import { settings } from '../shared/parts.js';
import { placeIn } from '../shared/places.js';
import { progressBar } from '../shared/progress.js';
import { tenantIdOf } from '../shared/tenants.js';
import { type EventFilter, filterOf } from './filter.js';
import { lineOf, ShownEvents } from './shown-events.js';

const PAGE = 500;
const POLL_MS = 250;
/** After which keys are read again, so that what is erased meanwhile is not shown. */
const KEYS_MS = 5 * SECOND;
const BEGINNING = instant(0);

const USAGE = `Usage: npm run tidings -- events [--tenant <tenant>] [--subject <subject>] [--type <types>]
                                 [--actor <actor>] [--from <place>] [--to <place>] [--follow] [--json]

Reads the event log, oldest event first, beside a running service too.

  --tenant <tenant>     events of one tenant: its id or subdomain
  --subject <subject>   events of one subject as KIND:id, or an id; that of a conversation brings its messages and members
  --type <types>        event types, separated by commas
  --actor <actor>       who caused the event as KIND:id, or the id; SERVICE is the service itself
  --from, --to          a position of the log or a time, inclusive
  --follow              goes on with new events until it is stopped
  --json                prints a line of JSON for each event

${EXIT_CODES}`;

interface Asked {
  readonly filter: EventFilter;
  readonly tenant: string | undefined;
  readonly from: Position | Instant | undefined;
  readonly to: Position | Instant | undefined;
  readonly follow: boolean;
  readonly json: boolean;
}

/** @throws WrongUsage */
function judged(args: readonly string[]): Asked | undefined {
  const names = ['tenant', 'subject', 'type', 'actor', 'from', 'to'] as const;
  const given = argumentsOf(args, names, USAGE, { flags: ['follow'] });
  if (!given) return undefined;
  const { tenant, from, to, follow, json } = given;
  return {
    filter: filterOf(given),
    tenant,
    from: from === undefined ? undefined : placeIn('from', from),
    to: to === undefined ? undefined : placeIn('to', to),
    follow,
    json,
  };
}

interface Range {
  readonly after: Position;
  readonly until: Position;
  readonly isInTime: (at: Instant) => boolean;
}

type Opened = Awaited<ReturnType<typeof openedLog>>;

/** Times are searched for in the log; the clocks of processes differ, so each event is looked at. */
async function rangeOf({ log }: Opened, { from = 0, to }: Asked): Promise<Range> {
  const end = to ?? Number.POSITIVE_INFINITY;
  const [first, last] = [typeof from === 'string' ? from : BEGINNING, typeof end === 'string' ? end : FAR_FUTURE];
  const isTimed = typeof from === 'string' || typeof end === 'string';
  const found = isTimed ? await positionsBetween(log, first, last) : { after: 0, until: Number.POSITIVE_INFINITY };
  return {
    after: typeof from === 'number' ? Math.max(0, from - 1) : found.after,
    until: typeof end === 'number' ? end : typeof to === 'string' && to < instant(Date.now()) ? found.until : Infinity,
    isInTime: (at) => at >= first && at <= last,
  };
}

/** @throws WrongUsage, Differs, Unreadable, StoreUnavailable */
export async function events(args: readonly string[], say: (line: string) => void): Promise<void> {
  const asked = judged(args);
  if (!asked) return say(USAGE);
  const config = settings();
  const tenantId = asked.tenant === undefined ? undefined : await tenantIdOf(config, asked.tenant);
  const opened = await openedLog(config, { tenantId });
  const shown = await ShownEvents.of(config, opened);
  try {
    await read(asked, opened, shown, say);
  } finally {
    await shown.close();
    await opened.close();
  }
}

async function read(asked: Asked, opened: Opened, shown: ShownEvents, say: (line: string) => void): Promise<void> {
  const { filter, follow, json } = asked;
  const range = await rangeOf(opened, asked);
  const head = await opened.log.head();
  const bar = progressBar();
  let [found, unreadable, keysMs] = [0, 0, performance.now()];
  for (let after = range.after; after < range.until; ) {
    const page = await opened.log.storedAll(after, PAGE);
    const last = page.at(-1);
    if (!last && !follow) break;
    if (!last) {
      await pause(POLL_MS);
      continue;
    }
    if (follow || performance.now() - keysMs > KEYS_MS) {
      opened.forgetKeys();
      keysMs = performance.now();
    }
    const some = page.filter((each: Stored) => each.position <= range.until && filter.mayMatch(each));
    for await (const event of shown.events(some)) {
      if ('error' in event) unreadable++;
      else if (!range.isInTime(event.entry.at) || !filter.matches(event.entry)) continue;
      found++;
      bar.end();
      say(lineOf(event, json));
    }
    after = last.position;
    if (!process.stdout.isTTY && !follow) bar('Reading', after, Math.max(after, head));
  }
  bar.end();
  if (unreadable > 0) throw new Differs(`${unreadable} events cannot be read.`);
  if (found === 0) throw new Differs('No event matches.');
}
