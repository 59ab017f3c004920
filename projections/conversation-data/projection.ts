import { appendAll } from '../../src/kernel/append-all.js';
import type { Recorded } from '../../src/kernel/event.js';
import { projection, unchanged } from '../../src/kernel/projection.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationChanged,
  ConversationEvent,
  ConversationOpened,
  DataRef,
} from '../../src/modules/conversation/domain/conversation.events.js';

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
    else if (typeof next === 'object' && next !== null) appendAll(open, Object.values(next).reverse());
  }
  return texts;
}

function withData(
  before: ConversationData | undefined,
  { data: { data }, meta }: Recorded<ConversationOpened | ConversationChanged>,
): ConversationData | undefined {
  if (data === undefined) return before;
  return data === null ? undefined : { id: parseStreamName(meta.stream).id, data };
}

/** conversation_data, apart from the list so that a row stays small. Large ones are named by their blob. */
export const conversationData = projection<ConversationData, ConversationEvent>({
  name: 'conversation-data',
  version: 2,
  fields: {},
  indexes: [],
  search: {
    index: 'conversation',
    group: ({ id }) => id,
    text: ({ data }) => data.text ?? textsIn(data.value).join(' '),
  },

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    ConversationOpened: withData,
    ConversationChanged: withData,
    ConversationArchived: unchanged,
    ConversationLabelled: unchanged,
    ConversationLocked: unchanged,
    ConversationUnlocked: unchanged,
    ConversationLockExpired: unchanged,
  },
});
