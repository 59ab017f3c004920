import { plus, SECOND } from '../../../../kernel/instant.js';
import { type Process, reaction } from '../../../../kernel/process.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { OpenMessages } from '../../message/domain/message.commands.js';
import type { MessagesClosed } from '../../message/domain/message.events.js';
import { ExpireLock, WithdrawGate } from './conversation.commands.js';
import type { ConversationChanged, ConversationLocked, GateWithdrawn } from './conversation.events.js';

/** A lock without an unlock is noted as expired at its end. */
export const lockExpiry: Process<ConversationLocked> = {
  name: 'lock-expiry',
  events: ['ConversationLocked'],
  react: ({ data: { until }, meta }) => [reaction(ExpireLock, parseStreamName(meta.stream).id, { until }, until)],
};

/** An archiving or a removal that takes longer is withdrawn; one that is still under way is refused then. */
const SETTLED_MS = 30 * SECOND;

/** Ends what broke off between the closing of messages and what it was for, or between a return and the opening. */
export const messageGates: Process<MessagesClosed | GateWithdrawn | ConversationChanged> = {
  name: 'message-gates',
  events: ['MessagesClosed', 'GateWithdrawn', 'ConversationChanged'],
  react({ type, data, meta }) {
    const { id } = parseStreamName(meta.stream);
    const { gate } = data;
    if (gate === undefined) return [];
    if (type !== 'MessagesClosed') return [reaction(OpenMessages, id, { gate })];
    const closed = { gate, ...(data.participantId === undefined ? {} : { participantId: data.participantId }) };
    return [reaction(WithdrawGate, id, closed, plus(meta.at, SETTLED_MS))];
  },
};
