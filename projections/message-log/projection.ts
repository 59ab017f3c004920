import { isAssetKind } from '../../src/catalogue/assets.js';
import { type Instant, later } from '../../src/kernel/instant.js';
import { changes, creates, projection } from '../../src/kernel/projection.js';
import { innerId, parseStreamName } from '../../src/kernel/stream.js';
import type { Asset, Content, MessageEvent } from '../../src/modules/conversations/message/domain/message.events.js';

export interface MessageRow extends Content {
  readonly id: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly participantId: string;
  readonly sequence: number;
  readonly sourceId?: string;
  /** The participant whose read marker it moves, where that is not its author. */
  readonly seenBy?: string;
  /** Only of media messages that are not deleted. */
  readonly asset?: Asset;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly deletedAt?: Instant;
  /** Its author is erased, so it has no content. */
  readonly erased?: true;
  readonly revision: number;
}

/** A message without its content. It keeps its place and its times, and the source id still finds it. */
export function erasedRow(row: MessageRow): MessageRow {
  const { id, tenantId, conversationId, participantId, sequence, kind, createdAt, updatedAt, revision } = row;
  const { sourceId, seenBy } = row;
  return {
    ...{ id, tenantId, conversationId, participantId, sequence, kind },
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(seenBy === undefined ? {} : { seenBy }),
    ...{ createdAt, updatedAt, erased: true, revision: revision + (row.erased ? 0 : 1) },
  };
}

/** The messages of a conversation; sequences are dense, so pages are ranges of them. Keyed `<conversation>.<message>`. */
export const messageLog = projection<MessageRow, MessageEvent>({
  name: 'message-log',
  version: 6,
  erasedWith: 'conversation',
  fields: {
    conversationId: ({ conversationId }) => conversationId,
    sequence: ({ sequence }) => sequence,
    updatedAt: ({ updatedAt }) => updatedAt,
    changedAt: ({ revision, updatedAt }) => (revision > 1 ? updatedAt : undefined),
    sourceId: ({ sourceId }) => sourceId,
    seenBy: ({ seenBy, participantId }) => seenBy ?? participantId,
  },
  indexes: [
    ['conversationId', 'sequence'],
    ['conversationId', 'updatedAt'],
    ['conversationId', 'changedAt'],
    ['conversationId', 'sourceId'],
    ['conversationId', 'seenBy', 'sequence'],
  ],
  sparse: ['sourceId', 'changedAt'],
  search: {
    index: 'conversation',
    group: ({ conversationId }) => conversationId,
    text: ({ text = '' }) => text,
  },

  forgets: (row, participantId) => (row.participantId === participantId ? erasedRow(row) : row),

  key: ({ data, meta }) => innerId(parseStreamName(meta.stream).id, data.messageId),

  on: {
    MessagePosted: creates(({ data, meta }): MessageRow => {
      const { messageId, seenBy, ...message } = data;
      const { id: conversationId, tenantId } = parseStreamName(meta.stream);
      return {
        ...message,
        id: messageId,
        tenantId,
        conversationId,
        ...(seenBy === data.participantId ? {} : { seenBy }),
        ...(isAssetKind(data.kind) ? { asset: { status: 'UPLOAD_PENDING' } } : {}),
        createdAt: meta.at,
        updatedAt: meta.at,
        revision: 1,
      };
    }),
    MessageDeleted: changes((row, { meta }) => {
      if (row.deletedAt !== undefined || row.erased) return row;
      const { text: _text, location: _location, formattedAddress: _address, asset: _asset, ...record } = row;
      return { ...record, updatedAt: later(row.updatedAt, meta.at), deletedAt: meta.at, revision: row.revision + 1 };
    }),
    AssetStatusChanged: changes((row, { data: { asset }, meta }) => {
      if (row.deletedAt !== undefined || row.erased) return row;
      return { ...row, asset, updatedAt: later(row.updatedAt, meta.at), revision: row.revision + 1 };
    }),
  },
});
