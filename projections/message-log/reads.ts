import type { Instant } from '../../src/kernel/instant.js';
import type { Scalar } from '../../src/kernel/projection.js';
import { innerId } from '../../src/kernel/stream.js';
import type { Condition, DocumentStore, Page, Query, Reader } from '../../src/ports/document-store.js';
import { type MessageRow, messageLog } from './projection.js';

export type Messages = Reader<MessageRow>;

export const messagesOf = (documents: DocumentStore, tenantId: string): Messages =>
  documents.reader(messageLog, tenantId);

export const oneMessage = (messages: Messages, conversationId: string, id: string): Promise<MessageRow | undefined> =>
  messages.get(innerId(conversationId, id));

const inConversation = (value: string): Condition => ({ field: 'conversationId', is: '=', value });

export async function messageOfSource(messages: Messages, conversationId: string, sourceId: string) {
  const where: readonly Condition[] = [inConversation(conversationId), { field: 'sourceId', is: '=', value: sourceId }];
  return (await messages.find({ where, limit: 1 })).docs[0];
}

/** Also how many messages there are: sequences are dense, and deleted ones keep theirs. */
export async function lastSequence(messages: Messages, conversationId: string): Promise<number> {
  const order = { field: 'sequence', descending: true };
  const { docs } = await messages.find({ where: [inConversation(conversationId)], order, limit: 1 });
  return docs[0]?.sequence ?? 0;
}

/** A filter that is left out does not filter; times are exclusive. */
export interface MessageQuestion {
  readonly conversationId: string;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
  readonly orderBy: 'sequence' | 'createdAt' | 'updatedAt';
  readonly descending: boolean;
}

/** Behind so many messages, or behind one of them, named by what it is ordered by (and by key, where that is no sequence). */
export type From = { readonly offset: number } | { readonly behind: Scalar; readonly key: string };

function filters(asked: MessageQuestion): readonly Condition[] {
  const where: Condition[] = [inConversation(asked.conversationId)];
  const add = (field: string, is: '>' | '<', value: Instant | undefined) => {
    if (value !== undefined) where.push({ field, is, value });
  };
  add('createdAt', '>', asked.createdAfter);
  add('createdAt', '<', asked.createdBefore);
  add('updatedAt', '>', asked.updatedAfter);
  add('updatedAt', '<', asked.updatedBefore);
  return where;
}

/** A list of messages that is read in parts. */
export interface MessageParts {
  /** Messages that match the filters. */
  readonly total: number;
  readonly start: Start;
  find(part: Start & Pick<Query, 'limit' | 'bytes'>): Promise<Page<MessageRow>>;
  behind(place: { readonly key: string; readonly value: Scalar | undefined }): Start;
}

/**
 * The messages of a question from some place on, with their number. Where nothing filters, that is the last sequence,
 * and a page by sequence begins at a known one: every page costs the same, however long the conversation.
 */
export async function messageParts(messages: Messages, asked: MessageQuestion, from: From): Promise<MessageParts> {
  const where = filters(asked);
  const isFiltered = where.length > 1;
  const last = isFiltered ? 0 : await lastSequence(messages, asked.conversationId);
  const order = { field: asked.orderBy, descending: asked.descending };
  return {
    total: isFiltered ? await messages.count({ where }) : last,
    start: startOf(asked, from, isFiltered ? undefined : last),
    find: ({ where: beyond, ...part }) => messages.find({ ...part, where: [...where, ...beyond], order }),
    behind: ({ key, value = '' }) => startOf(asked, { behind: value, key }, undefined),
  };
}

export type Start = Pick<Query, 'offset' | 'after'> & { readonly where: readonly Condition[] };

/** `last` is undefined where sequences have gaps, because not every message matches. */
function startOf({ orderBy, descending }: MessageQuestion, from: From, last: number | undefined): Start {
  const beyond = (sequence: Scalar): Start => ({
    where: [{ field: 'sequence', is: descending ? '<' : '>', value: sequence }],
  });
  if ('behind' in from) {
    if (orderBy === 'sequence') return beyond(from.behind);
    return { where: [], after: { value: from.behind, key: from.key } };
  }
  if (orderBy !== 'sequence' || last === undefined) return { where: [], offset: from.offset };
  return beyond(descending ? last - from.offset + 1 : from.offset);
}
