import type { Projection } from '../../src/kernel/projection.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type { ConversationEvent, DataRef } from '../../src/modules/conversation/domain/conversation.events.js';

export interface ConversationData {
  readonly id: string;
  readonly data: DataRef;
}

/** The texts that stand anywhere in a value, without recursion. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next).reverse());
  }
  return texts;
}

/** conversation_data, apart from the list so that a row stays small. Large ones are named by their blob. */
export const conversationData: Projection<ConversationData, ConversationEvent> = {
  name: 'conversation-data',
  version: 1,
  fields: {},
  indexes: [],
  search: {
    index: 'conversation',
    group: ({ id }) => id,
    text: ({ data }) => data.text ?? textsIn(data.value).join(' '),
  },
  events: ['ConversationOpened', 'ConversationChanged'],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  evolve(before, { type, data, meta }) {
    if (type !== 'ConversationOpened' && type !== 'ConversationChanged') return before;
    if (data.data === undefined) return before;
    return data.data === null ? undefined : { id: parseStreamName(meta.stream).id, data: data.data };
  },
};
