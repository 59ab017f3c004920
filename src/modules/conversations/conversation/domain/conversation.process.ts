import { type Process, reaction } from '../../../../kernel/process.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { ExpireLock } from './conversation.commands.js';
import type { ConversationLocked } from './conversation.events.js';

/** A lock without an unlock is noted as expired at its end. */
export const lockExpiry: Process<ConversationLocked> = {
  name: 'lock-expiry',
  events: ['ConversationLocked'],
  react: ({ data: { until }, meta }) => [reaction(ExpireLock, parseStreamName(meta.stream).id, { until }, until)],
};
