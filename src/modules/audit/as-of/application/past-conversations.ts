import {
  type ConversationListItem,
  conversationList,
} from '../../../../../projections/conversation-list/projection.js';
import { FoldedReader } from '../../../../engine/read-models/past/folded-reader.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import { later } from '../../../../kernel/instant.js';
import { messagesEndThen } from './messages-then.js';

/** Conversations that there still are: their own stream, and the last event of their messages. */
class PastConversations extends FoldedReader<ConversationListItem> {
  constructor(private readonly then: Past) {
    super(then, conversationList);
  }

  override async get(id: string): Promise<ConversationListItem | undefined> {
    const present = await this.then.present(conversationList).get(id);
    const item = present && (await super.get(id));
    if (!item) return undefined;
    const { sequence, at } = await messagesEndThen(this.then, id);
    return { ...item, lastSequence: sequence, ...(at ? { updatedAt: later(item.updatedAt, at) } : {}) };
  }
}

export const pastConversations: PastSource = {
  projection: conversationList,
  reader: (past) => new PastConversations(past),
};
