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

/**
 * The texts at any depth of a value, without recursion. It ends after the text that brings their length to `most`
 * characters.
 */
export function textsIn(value: unknown, most: number = Number.POSITIVE_INFINITY): readonly string[] {
  const texts: string[] = [];
  const open: Open[] = [{ values: [value], next: 0 }];
  let length = 0;
  for (let last = open.at(-1); last && length < most; last = open.at(-1)) {
    const next = last.values[last.next++];
    if (last.next > last.values.length) open.pop();
    else if (typeof next === 'string') {
      texts.push(next);
      length += next.length;
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
  if (data === undefined) return before;
  return data === null ? undefined : { id: parseStreamName(meta.stream).id, data };
}

/** conversation_data, apart from the list so that a row stays small. Large ones are named by their blob. */
export const conversationData = projection<ConversationData, ConversationEvent>({
  name: 'conversation-data',
  version: 2,
  erasedWith: 'conversation',
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
  },
});
