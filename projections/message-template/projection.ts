import type { ResourceRecord } from '../../src/kernel/resource.js';
import {
  type MessageTemplate,
  messageTemplate,
} from '../../src/modules/reach/message-template/domain/message-template.resource.js';

export type MessageTemplateRecord = ResourceRecord<MessageTemplate>;

/** The message templates that a tenant made, by name. */
export const messageTemplates = messageTemplate.projection({
  name: 'message-template',
  version: 1,
  fields: {
    name: ({ id }) => id,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  },
  indexes: [['name'], ['createdAt'], ['updatedAt']],
  counters: [[]],
});
