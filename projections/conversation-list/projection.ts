import type { Instant } from '../../src/kernel/instant.js';
import type { Projection } from '../../src/kernel/projection.js';
import { parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationChanged,
  ConversationEvent,
} from '../../src/modules/conversation/domain/conversation.events.js';
import type { MembershipEvent } from '../../src/modules/conversation/domain/membership.events.js';
import type { MessageEvent } from '../../src/modules/message/domain/message.events.js';
import type { MessageSeen } from '../../src/modules/participant/domain/participant.events.js';

export interface ConversationListItem {
  readonly id: string;
  readonly tenantId: string;
  readonly conversationTypeId: string;
  readonly description?: string;
  readonly archived: boolean;
  readonly archivedAt?: Instant;
  readonly labels: readonly string[];
  readonly lock?: { readonly until: Instant; readonly by: string; readonly note?: string };
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly dataUpdatedAt?: Instant;
  readonly lastSequence: number;
  readonly revision: number;
}

type Item = ConversationListItem;
type Folded = ConversationEvent | MembershipEvent | MessageSeen | MessageEvent;

function changed(item: Item, data: ConversationChanged['data'], at: Instant): Item {
  const { description, archivedAt, dataUpdatedAt, ...rest } = item;
  const newDescription = data.description === undefined ? description : (data.description ?? undefined);
  const back = data.archived === false;
  const newDataAt = data.data === undefined ? dataUpdatedAt : data.data === null ? undefined : at;
  return {
    ...rest,
    conversationTypeId: data.conversationTypeId ?? item.conversationTypeId,
    archived: back ? false : item.archived,
    ...(newDescription === undefined ? {} : { description: newDescription }),
    ...(archivedAt === undefined || back ? {} : { archivedAt }),
    ...(newDataAt === undefined ? {} : { dataUpdatedAt: newDataAt }),
  };
}

const withoutLock = ({ lock: _given, ...item }: Item): Item => item;

/** One row of GET /conversations. */
export const conversationList: Projection<Item, Folded> = {
  name: 'conversation-list',
  version: 1,
  fields: {
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
    archived: ({ archived }) => archived,
    conversationTypeId: ({ conversationTypeId }) => conversationTypeId,
    lockedBy: ({ lock }) => lock?.by,
  },
  indexes: [
    ['createdAt'],
    ['updatedAt'],
    ['archived', 'createdAt'],
    ['archived', 'updatedAt'],
    ['conversationTypeId'],
    ['lockedBy'],
  ],
  counters: [[], ['archived'], ['conversationTypeId']],
  search: {
    index: 'conversation',
    group: ({ id }) => id,
    text: ({ id, description = '', labels }) => [id, description, ...labels].join(' '),
  },
  events: [
    'ConversationOpened',
    'ConversationChanged',
    'ConversationArchived',
    'ConversationLabelled',
    'ConversationLocked',
    'ConversationUnlocked',
    'ConversationLockExpired',
    'ParticipantJoined',
    'ParticipantChanged',
    'ParticipantLeft',
    'MessagePosted',
    'MessageDeleted',
  ],
  createdBy: ['ConversationOpened'],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  evolve(item, { type, data, meta }) {
    const { at } = meta;
    if (type === 'ConversationOpened') {
      const { id, tenantId } = parseStreamName(meta.stream);
      const { conversationTypeId, description, data: content, archived = false } = data;
      return {
        id,
        tenantId,
        conversationTypeId,
        ...(description === undefined ? {} : { description }),
        archived,
        ...(archived ? { archivedAt: at } : {}),
        labels: [],
        createdAt: at,
        updatedAt: at,
        ...(content === undefined ? {} : { dataUpdatedAt: at }),
        lastSequence: 0,
        revision: 1,
      };
    }
    if (!item) return item;
    const moved = { ...item, updatedAt: at, revision: item.revision + 1 };
    switch (type) {
      case 'ConversationChanged':
        return changed(moved, data, at);
      case 'ConversationArchived':
        return { ...moved, archived: true, archivedAt: at };
      case 'ConversationLabelled':
        return { ...moved, labels: data.labels };
      case 'ConversationLocked':
        return { ...moved, lock: data };
      case 'ConversationUnlocked':
        return withoutLock(moved);
      case 'ConversationLockExpired':
        return withoutLock({ ...moved, updatedAt: item.updatedAt });
      case 'ParticipantJoined':
      case 'ParticipantChanged':
      case 'ParticipantLeft':
      case 'MessageDeleted':
        return { ...item, updatedAt: at };
      case 'MessagePosted':
        return { ...item, updatedAt: at, lastSequence: data.sequence };
      case 'MessageSeen':
        return item;
    }
  },
};

/** The conversation that an event of a participant's own stream belongs to. */
export const conversationOf = (stream: string): string => parseInnerId(parseStreamName(stream).id)[0];
