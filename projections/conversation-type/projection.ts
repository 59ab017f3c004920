import type { Kept } from '../../src/kernel/resource.js';
import {
  type ConversationType,
  conversationType,
} from '../../src/modules/conversation-type/conversation-type.resource.js';

export type KeptConversationType = Kept<ConversationType>;

/** The conversation types of a tenant, by id. */
export const conversationTypes = conversationType.projection({
  name: 'conversation-type',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
