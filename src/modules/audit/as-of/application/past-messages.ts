import { type MessageRow, messageLog } from '../../../../../projections/message-log/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { matching, pageOf } from '../../../../engine/read-models/past/in-memory.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { innerId } from '../../../../kernel/stream.js';
import type { Condition, Page, Query, Reader } from '../../../../ports/stores/document-store.js';
import { messageThen } from './message-then.js';
import { isAsPosted, messagesEndThen } from './messages-then.js';

const AT_ONCE = 500;
/** Fields that a change moves. */
const MOVES = 'updatedAt';

/**
 * Messages of conversations that there still are. Sequences are dense and messages keep theirs, so the rows of the read
 * model end at the last sequence of the moment. Rows that changed since are folded from the log.
 */
class PastMessages implements Reader<MessageRow> {
  private readonly ends = new Map<string, Promise<number>>();

  constructor(private readonly past: Past) {}

  async get(key: string): Promise<MessageRow | undefined> {
    return this.rowThen(await this.present.get(key));
  }

  async many(keys: readonly string[]): Promise<readonly MessageRow[]> {
    const rows = await Promise.all((await this.present.many(keys)).map((row) => this.rowThen(row)));
    return rows.filter((row) => row !== undefined);
  }

  async find(query: Query): Promise<Page<MessageRow>> {
    const { where = [], order } = query;
    if (moves(where) || order?.field === MOVES) return pageOf(await this.all(where), messageLog.fields, query);
    const page = await this.present.find({ ...query, where: [...where, await this.upToThen(where)] });
    const docs: MessageRow[] = [];
    for (const row of page.docs) docs.push(isAsPosted(row) ? row : await messageThen(this.past, row));
    return { ...page, docs };
  }

  async count({ where = [] }: Pick<Query, 'where'>): Promise<number> {
    return matching(await this.all(where), messageLog.fields, where).length;
  }

  async sum(): Promise<number> {
    throw new TypeError('No sum is kept of a moment of the past.');
  }

  private get present(): Reader<MessageRow> {
    return this.past.present(messageLog);
  }

  private async rowThen(row: MessageRow | undefined): Promise<MessageRow | undefined> {
    if (!row || row.sequence > (await this.endOf(row.conversationId))) return undefined;
    return isAsPosted(row) ? row : messageThen(this.past, row);
  }

  /** Every message of a conversation: times of a change are those of then. @throws Rejection 400 where they are too many */
  private async all(where: readonly Condition[]): Promise<ReadonlyMap<string, MessageRow>> {
    const conversationId = conversationIn(where);
    const last = await this.endOf(conversationId);
    const max = limits.messagesByChangeThen;
    if (last > max) rejectAt('order_by', 'errors.field.too_many', { max });
    const rows = new Map<string, MessageRow>();
    const order = { field: 'sequence', descending: false };
    for (let after = 0; after < last; ) {
      const beyond: Condition = { field: 'sequence', is: '>', value: after };
      const inOne: Condition = { field: 'conversationId', is: '=', value: conversationId };
      const { docs, hasMore } = await this.find({ where: [inOne, beyond], order, limit: AT_ONCE });
      for (const row of docs) rows.set(innerId(conversationId, row.id), row);
      after = docs.at(-1)?.sequence ?? last;
      if (!hasMore) break;
    }
    return rows;
  }

  private async upToThen(where: readonly Condition[]): Promise<Condition> {
    return { field: 'sequence', is: '<=', value: await this.endOf(conversationIn(where)) };
  }

  private endOf(conversationId: string): Promise<number> {
    const end = this.ends.get(conversationId) ?? messagesEndThen(this.past, conversationId).then((it) => it.sequence);
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
