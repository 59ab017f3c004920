import type { Position, Recorded } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { MessageClosureEvent, MessageEvent } from './message.events.js';

/** The last event of a conversation's messages; all numbers are 0 when there is none. */
export interface MessagesEnd {
  readonly sequence: number;
  readonly version: number;
  readonly position: Position;
  /** Time of the last event of a message. */
  readonly at?: Instant;
}

export const NO_MESSAGES: MessagesEnd = { sequence: 0, version: 0, position: 0 };

/** The end of the messages right after an event of their stream. */
export function messagesEndAt(event: Recorded<MessageEvent | MessageClosureEvent>): MessagesEnd {
  const {
    type,
    data,
    meta: { version, position, at },
  } = event;
  if (type === 'MessagePosted') return { sequence: data.sequence, version, position, at };
  const { lastSequence: sequence } = data;
  if (type === 'MessageDeleted' || type === 'AssetStatusChanged') return { sequence, version, position, at };
  return { sequence, version, position, ...(data.lastAt === undefined ? {} : { at: data.lastAt }) };
}
