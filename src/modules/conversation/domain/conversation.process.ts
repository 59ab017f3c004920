import type { Process } from '../../../kernel/process.js';
import { parseStreamName } from '../../../kernel/stream.js';
import type { ConversationLocked } from './conversation.events.js';

/** A lock that nobody gives back is noted as expired when its end has come. */
export const lockExpiry: Process<ConversationLocked> = {
  name: 'lock-expiry',
  events: ['ConversationLocked'],
  react: ({ data: { until }, meta }) => [
    {
      category: 'conversation',
      command: { type: 'ExpireLock', target: parseStreamName(meta.stream).id, data: { until } },
      due: until,
    },
  ],
};
