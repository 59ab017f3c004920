import { labelWord } from '../../src/catalogue/text/hidden-words.js';
import type { Recorded } from '../../src/kernel/event.js';
import { type Instant, later } from '../../src/kernel/instant.js';
import { changes, creates, deletes, projection, unchanged } from '../../src/kernel/projection.js';
import { parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  AnyConversationEvent,
  ConversationChanged,
  ConversationOpened,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';

export interface ConversationListItem {
  readonly id: string;
  readonly tenantId: string;
  readonly conversationTypeId: string;
  readonly description?: string;
  readonly archived: boolean;
  readonly archivedAt?: Instant;
  readonly labels: readonly string[];
  readonly legalHold?: true;
  readonly lock?: { readonly until: Instant; readonly by: string; readonly note?: string };
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly dataUpdatedAt?: Instant;
  readonly lastSequence: number;
  readonly revision: number;
}

type Item = ConversationListItem;

function opened({ data, meta }: Recorded<ConversationOpened>): Item {
  const { id, tenantId } = parseStreamName(meta.stream);
  const { conversationTypeId, description, data: content, archived = false } = data;
  const { at } = meta;
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

const withoutHold = ({ legalHold: _held, ...item }: Item): Item => item;
const withoutLock = ({ lock: _given, ...item }: Item): Item => item;

/** By an event of the conversation itself. */
const revised = (item: Item, at: Instant): Item => ({
  ...item,
  updatedAt: later(item.updatedAt, at),
  revision: item.revision + 1,
});

/** By an event of its participants or messages. */
const touched = (item: Item, { meta }: Recorded): Item => ({ ...item, updatedAt: later(item.updatedAt, meta.at) });

/** One row of GET /conversations. */
export const conversationList = projection<Item, AnyConversationEvent>({
  name: 'conversation-list',
  version: 5,
  erasedWith: 'conversation',
  streams: { conversation: (id) => id },
  fields: {
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
    archived: ({ archived }) => archived,
    conversationTypeId: ({ conversationTypeId }) => conversationTypeId,
    lockedBy: ({ lock }) => lock?.by,
    lockedUntil: ({ lock }) => lock?.until,
    archivedAt: ({ archivedAt }) => archivedAt,
    legalHold: ({ legalHold }) => legalHold === true,
  },
  indexes: [
    ['createdAt'],
    ['updatedAt'],
    ['archived', 'createdAt'],
    ['archived', 'updatedAt'],
    ['conversationTypeId'],
    ['conversationTypeId', 'legalHold', 'updatedAt'],
    ['conversationTypeId', 'legalHold', 'archivedAt'],
    ['lockedBy'],
    ['lockedBy', 'lockedUntil'],
  ],
  counters: [[], ['archived'], ['conversationTypeId']],
  search: {
    index: 'conversation',
    group: ({ id }) => id,
    text: ({ id, description = '', labels }) => [...labels.map(labelWord), id, description, ...labels].join(' '),
  },

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    ConversationOpened: creates(opened),
    ConversationChanged: changes((item, { data, meta: { at } }) => changed(revised(item, at), data, at)),
    ConversationArchived: changes((item, { meta: { at } }) => ({
      ...revised(item, at),
      archived: true,
      archivedAt: at,
    })),
    ConversationLabelled: changes((item, { data, meta }) => ({ ...revised(item, meta.at), labels: data.labels ?? [] })),
    ConversationLocked: changes((item, { data, meta }) => ({ ...revised(item, meta.at), lock: data })),
    ConversationUnlocked: changes((item, { meta }) => withoutLock(revised(item, meta.at))),
    ConversationLockExpired: changes((item) => withoutLock(revised(item, item.updatedAt))),
    LegalHoldPlaced: changes((item, { meta }) => ({ ...revised(item, meta.at), legalHold: true as const })),
    LegalHoldLifted: changes((item, { meta }) => withoutHold(revised(item, meta.at))),
    ConversationRemoved: deletes,
    ConversationErased: deletes,
    ParticipantJoined: changes(touched),
    ParticipantChanged: changes(touched),
    ParticipantLeft: changes(touched),
    ParticipantErased: changes(touched),
    MessagePosted: changes((item, event) => ({ ...touched(item, event), lastSequence: event.data.sequence })),
    MessageDeleted: changes(touched),
    AssetStatusChanged: changes(touched),
    MessageSeen: unchanged,
  },
});

/** The conversation that an event of a participant's own stream belongs to. */
export const conversationOf = (stream: string): string => parseInnerId(parseStreamName(stream).id)[0];
