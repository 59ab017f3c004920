import { json, type Make } from './sample-call.js';

/** Conversations that visitors begin. */
export const visitorCalls: Readonly<Record<string, Make>> = {
  conversation_type_visitor_key_create: ({ ids }) => ({ path: `/conversation-types/${ids.type}/visitor-key` }),
  conversation_type_visitor_key_end: ({ ids }) => ({ path: `/conversation-types/${ids.type}/visitor-key` }),
  visitor_begin: async ({ ids, owner }) => {
    const { body } = await owner.mustCall('POST', `/conversation-types/${ids.type}/visitor-key`);
    return json(`/visitor/${body.visitor_key}/conversations`, { display_name: 'Vera', text: 'Hello' });
  },
};
