import type { CommandMeta } from '../../kernel/command.js';
import type { Recorded } from '../../kernel/event.js';
import { plus } from '../../kernel/instant.js';
import type { EventLog } from './event-log.js';
import { MAX_CLOCK_SKEW_MS } from './position-at-time.js';

const PAGE = 200;

/**
 * The events that an earlier run of the command appended to the stream, in order; undefined when there are none.
 * Searches from the newest event back to the position `meta.after`, or to the time `meta.since` where that is not known.
 */
export async function eventsOfCommand(
  log: EventLog,
  stream: string,
  { commandId, since, after }: CommandMeta,
): Promise<readonly Recorded[] | undefined> {
  if (since === undefined && after === undefined) return undefined;
  const until = since === undefined ? undefined : plus(since, -MAX_CLOCK_SKEW_MS);
  const isBefore = ({ meta }: Recorded) =>
    after === undefined ? until !== undefined && meta.at < until : meta.position <= after;
  const found: Recorded[] = [];
  for (let from: number | undefined; ; ) {
    const page = await log.read(stream, { ...(from === undefined ? {} : { from }), backwards: true, limit: PAGE });
    for (const event of page) if (event.meta.commandId === commandId) found.unshift(event);
    const oldest = page.at(-1);
    if (!oldest || isBefore(oldest) || oldest.meta.version === 1) break;
    from = oldest.meta.version - 1;
  }
  return found.length > 0 ? found : undefined;
}
