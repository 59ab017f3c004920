import { limits } from '../../../../catalogue/limits/limits.js';
import type { Instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { CloseMessages, OpenMessages } from './message.commands.js';
import type { Gate, MessageClosureEvent, MessageEvent, MessageGateEvent } from './message.events.js';

/** A gate with the version of the newest event that has it. */
interface KnownGate extends Gate {
  readonly version: number;
}

/** Gates that are closed, with the version of the newest event of the stream. */
export interface Gates {
  readonly closed: readonly KnownGate[];
  readonly version: number;
}

export const noGates: Gates = { closed: [], version: 0 };

/** End of the messages, as events about the log have it. */
interface LastMessage {
  readonly lastSequence: number;
  readonly lastAt?: Instant;
}

/** A decider reads the newest events alone: gates are repeated before their events leave them. */
const REPEATED_AFTER = limits.recentMessages / 2;

/** @throws Rejection while the messages of the conversation, or of the author, are closed */
export function passGates({ closed }: Gates, participantId: string): void {
  for (const gate of closed) {
    if (gate.participantId === undefined) reject('errors.conversation.archived');
    if (gate.participantId === participantId) reject('errors.participant.not_found');
  }
}

const isClosed = ({ closed }: Gates, id: string): boolean => closed.some(({ gate }) => gate === id);

export function close({ data }: CloseMessages, gates: Gates, last: LastMessage): readonly MessageGateEvent[] {
  return isClosed(gates, data.gate) ? [] : [{ type: 'MessagesClosed', data: { ...last, ...data } }];
}

export function open({ data }: OpenMessages, gates: Gates, last: LastMessage): readonly MessageGateEvent[] {
  return isClosed(gates, data.gate) ? [{ type: 'MessagesOpened', data: { ...last, ...data } }] : [];
}

const bare = ({ version: _, ...gate }: KnownGate): Gate => gate;

/** Of authors who left, the newest are enough: no request that saw the author before is still under way. */
function kept(closed: readonly KnownGate[]): readonly KnownGate[] {
  const surplus = closed.filter(({ participantId }) => participantId !== undefined).length - limits.repeatedAuthors;
  let dropped = 0;
  return closed.filter(({ participantId }) => participantId === undefined || dropped++ >= surplus);
}

/** The event that repeats the gates, where it is time. `last`: after the events before it. */
export function repetition({ closed, version }: Gates, last: LastMessage): readonly MessageGateEvent[] {
  const isDue = closed.some((gate) => version - gate.version >= REPEATED_AFTER);
  return isDue ? [{ type: 'MessageGatesRepeated', data: { ...last, gates: kept(closed).map(bare) } }] : [];
}

export function evolveGates({ closed }: Gates, event: MessageEvent | MessageClosureEvent, version: number): Gates {
  if (event.type === 'MessagesClosed') {
    const { gate, participantId } = event.data;
    const added = { gate, ...(participantId === undefined ? {} : { participantId }), version };
    return { closed: [...closed, added], version };
  }
  if (event.type === 'MessagesOpened') {
    return { closed: closed.filter(({ gate }) => gate !== event.data.gate), version };
  }
  if (event.type === 'MessageGatesRepeated') {
    return { closed: event.data.gates.map((gate) => ({ ...gate, version })), version };
  }
  return { closed, version };
}
