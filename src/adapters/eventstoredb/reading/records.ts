import {
  type AllStreamRecordedEvent,
  binaryEvent,
  type EventData,
  jsonEvent,
  type RecordedEvent,
  streamNameFilter,
} from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import { StartRefused } from '../../../ports/process/start-refused.js';
import type { NewStored, Stored } from '../../../ports/stores/event-store.js';

const STREAMS = '[A-Za-z]+-[0-9A-Fa-f-]{36}_';
/** A prefix does not end in a letter, because that letter would look like the beginning of a category. */
const PREFIX = /^([\w.]{0,49}[\d_.])?$/;

/**
 * The streams of one deployment: of the shape `streamName` gives, after what its URL names as `streamPrefix`. The
 * server's own (`$…`), those of other programs and of other deployments are not among them.
 */
export interface Namespace {
  readonly prefix: string;
  readonly regex: string;
}

/** @throws StartRefused for a prefix that could be part of a name */
export function namespaceOf(prefix = ''): Namespace {
  if (!PREFIX.test(prefix)) {
    throw new StartRefused(
      'The streamPrefix of EVENT_STORE_URL must have at most 50 letters, digits, _ and . and must not end in a letter.',
    );
  }
  return { prefix, regex: `^${prefix.replaceAll('.', '\\.')}${STREAMS}` };
}

/** How a subscription searches: events that the server looks at in one step, and steps from one checkpoint to the next. */
export const SEARCH_STEPS = { maxSearchWindow: 1_024, checkpointInterval: 4 };

export const only = ({ regex }: Namespace) => streamNameFilter({ regex });

/**
 * JSON if the text survives parsing unchanged, as all texts of `JSON.stringify` do. Then operators and the server's own
 * tools can read it. Any other text goes as bytes, because the client parses and rewrites JSON.
 */
export function toEventData({ id, type, body }: NewStored): EventData {
  const data = parsed(body);
  return data !== undefined && JSON.stringify(data) === body
    ? jsonEvent({ id, type, data: data as Record<string, unknown> })
    : binaryEvent({ id, type, data: Buffer.from(body, 'utf8') });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const bodyOf = ({ isJson, data }: RecordedEvent): string =>
  isJson ? JSON.stringify(data) : Buffer.from(data as Uint8Array).toString('utf8');

/** An event of ours was written in one append, so it has one place in the log: `commit` and `prepare` are the same. */
export const fromPosition = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) });

/** @throws RangeError for a position beyond the safe integers */
export function toPosition(commit: bigint | undefined): Position {
  if (commit === undefined || commit < 0n || commit > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`The log position ${commit} of the event store exceeds the safe integers.`);
  }
  return Number(commit);
}

/** undefined for a checkpoint before the first record, which the server gives as the largest number. Never throws. */
export const checkpointPosition = (commit: bigint): Position | undefined =>
  commit >= 0n && commit <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(commit) : undefined;

export function toStored(event: RecordedEvent | AllStreamRecordedEvent, { prefix }: Namespace): Stored {
  return {
    stream: event.streamId.slice(prefix.length),
    version: Number(event.revision) + 1,
    position: toPosition(event.position?.commit),
    id: event.id,
    type: event.type,
    body: bodyOf(event),
  };
}
