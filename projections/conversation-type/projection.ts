import type { ResourceRecord } from '../../src/kernel/resource.js';
import {
  type ConversationType,
  conversationType,
} from '../../src/modules/conversations/conversation-type/domain/conversation-type.resource.js';

export type ConversationTypeRecord = ResourceRecord<ConversationType>;

export const TEMPLATE_FIELDS = ['smsTemplate', 'emailTemplate', 'locationTemplate'] as const;

/** The conversation types of a tenant, by id; and by the message templates that they name. */
export const conversationTypes = conversationType.projection({
  name: 'conversation-type',
  version: 2,
  fields: {
    createdAt: ({ createdAt }) => createdAt,
    smsTemplate: ({ value }) => value.messageTemplates?.NOTIFY_PARTICIPANTS_VIA_SMS,
    emailTemplate: ({ value }) => value.messageTemplates?.NOTIFY_PARTICIPANTS_VIA_EMAIL,
    locationTemplate: ({ value }) => value.messageTemplates?.REQUEST_LOCATION,
  },
  indexes: [['createdAt'], ...TEMPLATE_FIELDS.map((field) => [field])],
  sparse: TEMPLATE_FIELDS,
  counters: [[]],
});
