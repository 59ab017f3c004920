import { type MessageRow, messageLog } from '../../../../../projections/message-log/projection.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import type { Condition, Page, Query, Reader } from '../../../../ports/stores/document-store.js';
import type { MessagesEnd } from '../../../conversations/message/domain/messages-end.events.js';
import { messageThen } from './message-then.js';
import { MessagesByChange } from './messages-by-change.js';
import { isAsPosted, messagesEndThen } from './messages-then.js';

/** Fields that a change moves. */
const MOVES = 'updatedAt';

/**
 * Messages of conversations that there still are. Sequences are dense and messages keep theirs, so the rows of the read
 * model end at the last sequence of the moment. Rows that changed since are folded from the log.
 */
class PastMessages implements Reader<MessageRow> {
  private readonly ends = new Map<string, Promise<MessagesEnd>>();
  private readonly changes = new Map<string, Promise<MessagesByChange>>();

  constructor(private readonly past: Past) {}

  async get(key: string): Promise<MessageRow | undefined> {
    return this.foundThen(await this.present.get(key));
  }

  async many(keys: readonly string[]): Promise<readonly MessageRow[]> {
    const rows = await Promise.all((await this.present.many(keys)).map((row) => this.foundThen(row)));
    return rows.filter((row) => row !== undefined);
  }

  async find(query: Query): Promise<Page<MessageRow>> {
    const { where = [], order } = query;
    if (moves(where) || order?.field === MOVES) return (await this.byChange(where)).find(query);
    const page = await this.present.find({ ...query, where: [...where, await this.upToThen(where)] });
    const docs: MessageRow[] = [];
    for (const row of page.docs) docs.push(await this.rowThen(row));
    return { ...page, docs };
  }

  async count({ where = [] }: Pick<Query, 'where'>): Promise<number> {
    if (moves(where)) return (await this.byChange(where)).count(where);
    return this.present.count({ where: [...where, await this.upToThen(where)] });
  }

  async sum(): Promise<number> {
    throw new TypeError('No sum is kept of a moment of the past.');
  }

  private get present(): Reader<MessageRow> {
    return this.past.present(messageLog);
  }

  private async foundThen(row: MessageRow | undefined): Promise<MessageRow | undefined> {
    if (!row || row.sequence > (await this.endOf(row.conversationId)).sequence) return undefined;
    return this.rowThen(row);
  }

  private rowThen(row: MessageRow): Promise<MessageRow> {
    return isAsPosted(row) ? Promise.resolve(row) : messageThen(this.past, row);
  }

  /** Read once: a page has its number too. @throws Rejection 400 */
  private byChange(where: readonly Condition[]): Promise<MessagesByChange> {
    const conversationId = conversationIn(where);
    const known = this.changes.get(conversationId) ?? this.changesIn(conversationId);
    this.changes.set(conversationId, known);
    return known;
  }

  private async changesIn(conversationId: string): Promise<MessagesByChange> {
    const { present } = this;
    const rowThen = (row: MessageRow) => this.rowThen(row);
    const around = { present, rowThen, end: await this.endOf(conversationId) };
    return MessagesByChange.of(around, conversationId);
  }

  private async upToThen(where: readonly Condition[]): Promise<Condition> {
    return { field: 'sequence', is: '<=', value: (await this.endOf(conversationIn(where))).sequence };
  }

  private endOf(conversationId: string): Promise<MessagesEnd> {
    const end = this.ends.get(conversationId) ?? messagesEndThen(this.past, conversationId);
    this.ends.set(conversationId, end);
    return end;
  }
}

const moves = (where: readonly Condition[]): boolean => where.some(({ field }) => field === MOVES);

function conversationIn(where: readonly Condition[]): string {
  const named = where.find(({ field }) => field === 'conversationId');
  if (named?.is === '=') return String(named.value);
  throw new Error('Messages as of a moment are read by their conversation.');
}

export const pastMessages: PastSource = {
  projection: messageLog,
  reader: (past) => new PastMessages(past),
};
