import { conversationType } from '../../src/modules/conversation-type/conversation-type.resource.js';

/** The conversation types of a tenant, by id. */
export const conversationTypes = conversationType.projection({
  name: 'conversation-type',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
