import type { Recorded } from '../../src/kernel/event.js';
import { deletes, projection, unchanged } from '../../src/kernel/projection.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationChanged,
  ConversationEvent,
  ConversationOpened,
  DataRef,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';

export interface ConversationData {
  readonly id: string;
  readonly data: DataRef;
}

interface Open {
  readonly values: readonly unknown[];
  next: number;
}

/** The texts and numbers anywhere in a value, without recursion; the first ones that have `most` characters together. */
export function textsIn(value: unknown, most: number = Number.POSITIVE_INFINITY): readonly string[] {
  const texts: string[] = [];
  const open: Open[] = [{ values: [value], next: 0 }];
  let length = 0;
  for (let last = open.at(-1); last && length < most; last = open.at(-1)) {
    const next = last.values[last.next++];
    if (last.next > last.values.length) open.pop();
    else if (typeof next === 'string' || typeof next === 'number') {
      const text = String(next);
      texts.push(text);
      length += text.length;
    } else if (typeof next === 'object' && next !== null) {
      open.push({ values: Array.isArray(next) ? next : Object.values(next), next: 0 });
    }
  }
  return texts;
}

function withData(
  before: ConversationData | undefined,
  { data: { data }, meta }: Recorded<ConversationOpened | ConversationChanged>,
): ConversationData | undefined {
  if (data === undefined || (data && meta.erased)) return before;
  return data === null ? undefined : { id: parseStreamName(meta.stream).id, data };
}

/** conversation_data, apart from the list so that a row stays small. Large ones are named by their blob. */
export const conversationData = projection<ConversationData, ConversationEvent>({
  name: 'conversation-data',
  version: 3,
  erasedWith: 'conversation',
  streams: { conversation: (id) => id },
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
    LegalHoldPlaced: unchanged,
    LegalHoldLifted: unchanged,
    ConversationRemoved: deletes,
    ConversationErased: deletes,
  },
});
