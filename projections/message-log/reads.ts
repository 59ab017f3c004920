import type { Instant } from '../../src/kernel/instant.js';
import type { Scalar } from '../../src/kernel/projection.js';
import { innerId } from '../../src/kernel/stream.js';
import type { Condition, DocumentStore, Page, Query, Reader } from '../../src/ports/stores/document-store.js';
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

/** The last message of each conversation that has one. */
export async function lastMessagesIn(
  messages: Messages,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, MessageRow>> {
  const order = { field: 'sequence', descending: true };
  const pages = await Promise.all(
    conversationIds.map((id) => messages.find({ where: [inConversation(id)], order, limit: 1 })),
  );
  return new Map(pages.flatMap(({ docs: [last] }) => (last ? [[last.conversationId, last] as const] : [])));
}

/** The last message, of the first ones up to a sequence, that moved the read marker of a participant. */
export async function lastSeenBy(messages: Messages, conversationId: string, seenBy: string, upTo: number) {
  const where: readonly Condition[] = [
    inConversation(conversationId),
    { field: 'seenBy', is: '=', value: seenBy },
    { field: 'sequence', is: '<=', value: upTo },
  ];
  const order = { field: 'sequence', descending: true };
  return (await messages.find({ where, order, limit: 1 })).docs[0]?.sequence ?? 0;
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

/**
 * The start of a page: after this many messages, or after one message. That message is named by its value in the order,
 * and by its key unless the order is the sequence.
 */
export type From = { readonly offset: number } | { readonly behind: Scalar; readonly key: string };

/** Sequences from the first to the last, both included. */
interface Sequences {
  readonly first: number;
  readonly last: number;
}

/** Times of a conversation never go back, so the order of creation is that of the sequences. */
export const orderFields = { sequence: 'sequence', createdAt: 'sequence', updatedAt: 'updatedAt' } as const;

async function createdAt(messages: Messages, conversationId: string, sequence: number): Promise<Instant | undefined> {
  const where: readonly Condition[] = [inConversation(conversationId), { field: 'sequence', is: '=', value: sequence }];
  return (await messages.find({ where, limit: 1 })).docs[0]?.createdAt;
}

/** The first of the sequences whose message was created at a matching time; one past the last where none was. */
async function firstCreated(
  messages: Messages,
  { conversationId }: MessageQuestion,
  { first, last }: Sequences,
  matches: (at: Instant) => boolean,
): Promise<number> {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await createdAt(messages, conversationId, middle);
    if (at === undefined || matches(at)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The messages created within the requested times. Binary search finds both ends. */
async function createdWithin(messages: Messages, question: MessageQuestion): Promise<Sequences> {
  const { createdAfter: after, createdBefore: before } = question;
  const all = { first: 1, last: await lastSequence(messages, question.conversationId) };
  const first = after === undefined ? 1 : await firstCreated(messages, question, all, (at) => at > after);
  if (before === undefined) return { first, last: all.last };
  return { first, last: (await firstCreated(messages, question, { ...all, first }, (at) => at >= before)) - 1 };
}

function conditionsOf(question: MessageQuestion, { first, last }: Sequences): readonly Condition[] {
  const where: Condition[] = [inConversation(question.conversationId)];
  const add = (field: string, is: '>' | '<' | '>=' | '<=', value: Scalar | undefined) => {
    if (value !== undefined) where.push({ field, is, value });
  };
  add('updatedAt', '>', question.updatedAfter);
  add('updatedAt', '<', question.updatedBefore);
  if (question.createdAfter !== undefined) add('sequence', '>=', first);
  if (question.createdBefore !== undefined) add('sequence', '<=', last);
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
 * The messages of a query from some place on, with their number. Sequences are dense. Without a filter by time of
 * change, the number is that of the sequences, and a page by sequence begins at a known one. Every page costs the same
 * in a conversation of any length.
 */
export async function messageParts(messages: Messages, question: MessageQuestion, from: From): Promise<MessageParts> {
  const within = await createdWithin(messages, question);
  const where = conditionsOf(question, within);
  const isDense = question.updatedAfter === undefined && question.updatedBefore === undefined;
  const order = { field: orderFields[question.orderBy], descending: question.descending };
  return {
    total: isDense ? Math.max(0, within.last - within.first + 1) : await messages.count({ where }),
    start: startOf(question, from, isDense ? within : undefined),
    find: ({ where: beyond, ...part }) => messages.find({ ...part, where: [...where, ...beyond], order }),
    behind: ({ key, value = '' }) => startOf(question, { behind: value, key }, undefined),
  };
}

export type Start = Pick<Query, 'offset' | 'after'> & { readonly where: readonly Condition[] };

/** `within` is undefined where sequences have gaps, because not every message matches. */
function startOf(question: MessageQuestion, from: From, within: Sequences | undefined): Start {
  const { descending } = question;
  const isBySequence = orderFields[question.orderBy] === 'sequence';
  const beyond = (sequence: Scalar): Start => ({
    where: [{ field: 'sequence', is: descending ? '<' : '>', value: sequence }],
  });
  if ('behind' in from) {
    if (isBySequence) return beyond(from.behind);
    return { where: [], after: { value: from.behind, key: from.key } };
  }
  if (!isBySequence || !within) return { where: [], offset: from.offset };
  return beyond(descending ? within.last - from.offset + 1 : within.first - 1 + from.offset);
}
