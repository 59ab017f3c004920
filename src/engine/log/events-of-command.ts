import type { CommandMeta } from '../../kernel/command.js';
import type { Recorded } from '../../kernel/event.js';
import { plus } from '../../kernel/instant.js';
import type { EventLog } from './event-log.js';
import { MAX_CLOCK_SKEW_MS } from './position-at-time.js';

const PAGE = 200;

type ByCommand = ReadonlyMap<string, readonly Recorded[]>;
type Sought = Pick<CommandMeta, 'commandId' | 'since' | 'after'>;

/** Whether an event is older than all that the command can have left. */
const isOlder = ({ meta }: Recorded, { since, after }: Sought): boolean => {
  if (after !== undefined) return meta.position <= after;
  return since === undefined || meta.at < plus(since, -MAX_CLOCK_SKEW_MS);
};

/**
 * The events that earlier runs of commands appended to the stream, in order, by command. One search covers all
 * commands. It goes from the newest event back to the position `after` of each, or to the time `since` if that is
 * unknown.
 */
export async function eventsOfCommands(log: EventLog, stream: string, sought: readonly Sought[]): Promise<ByCommand> {
  const ids = new Set(sought.map(({ commandId }) => commandId));
  const found: Recorded[] = [];
  for (let from: number | undefined; ; ) {
    const page = await log.read(stream, { ...(from === undefined ? {} : { from }), backwards: true, limit: PAGE });
    for (const event of page) if (ids.has(event.meta.commandId)) found.push(event);
    const oldest = page.at(-1);
    if (!oldest || oldest.meta.version === 1 || sought.every((each) => isOlder(oldest, each))) break;
    from = oldest.meta.version - 1;
  }
  return Map.groupBy(found.toReversed(), ({ meta }) => meta.commandId);
}

/** The events that an earlier run of the command appended to the stream; undefined when there are none. */
export async function eventsOfCommand(
  log: EventLog,
  stream: string,
  meta: CommandMeta,
): Promise<readonly Recorded[] | undefined> {
  if (meta.since === undefined && meta.after === undefined) return undefined;
  return (await eventsOfCommands(log, stream, [meta])).get(meta.commandId);
}
