import { type MessageRow, messageLog } from '../../../../../projections/message-log/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { matching, pageOf } from '../../../../engine/read-models/past/in-memory.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import type { Condition, Page, Query, Reader } from '../../../../ports/stores/document-store.js';
import type { MessagesEnd } from '../../../conversations/message/domain/messages-end.events.js';

const AT_ONCE = 500;
/** Which messages may have changed since a time. */
const SINCE = [
  ['changedAt', '>='],
  ['updatedAt', '='],
] as const;

type Rows = ReadonlyMap<string, MessageRow>;

/** How messages are read: as they are now, and as they were then. */
export interface MessagesAround {
  readonly present: Reader<MessageRow>;
  readonly rowThen: (row: MessageRow) => Promise<MessageRow>;
  /** The end of the conversation at the moment. */
  readonly end: MessagesEnd;
}

const keyed = ({ keys, docs }: Page<MessageRow>): readonly (readonly [string, MessageRow])[] =>
  docs.map((doc, n) => [keys[n] ?? '', doc]);

const inConversation = (value: string): Condition => ({ field: 'conversationId', is: '=', value });
const upTo = (value: number): Condition => ({ field: 'sequence', is: '<=', value });

async function* all(messages: Reader<MessageRow>, where: readonly Condition[], field: string) {
  const order = { field, descending: false };
  for (let after: Query['after'], hasMore = true; hasMore; ) {
    const page = await messages.find({ where, order, limit: AT_ONCE, ...(after ? { after } : {}) });
    for (const [key, row] of keyed(page)) {
      yield [key, row] as const;
      after = { key, value: row.updatedAt };
    }
    hasMore = page.hasMore;
  }
}

/**
 * Messages of a conversation as of a moment, by the time of their last change. Those that changed since are read into
 * memory, with those of the same millisecond. All others have the times of now, so the index finds them.
 */
export class MessagesByChange {
  private constructor(
    private readonly around: MessagesAround,
    private readonly changed: Rows,
  ) {}

  /** @throws Rejection 400 where too many messages changed since */
  static async of(around: MessagesAround, conversationId: string): Promise<MessagesByChange> {
    const { present, rowThen, end } = around;
    const rows = new Map<string, MessageRow>();
    if (end.at === undefined) return new MessagesByChange(around, rows);
    const max = limits.messagesChangedSince;
    for (const [field, is] of SINCE) {
      // Few messages have one time. SQLite would find them by the range of their sequences, which is the whole conversation.
      const range = is === '=' ? [] : [upTo(end.sequence)];
      const where = [inConversation(conversationId), { field, is, value: end.at }, ...range];
      for await (const [key, row] of all(present, where, field)) {
        if (row.sequence <= end.sequence && !rows.has(key)) rows.set(key, await rowThen(row));
        if (rows.size > max) rejectAt('order_by', 'errors.field.too_many', { max });
      }
    }
    return new MessagesByChange(around, rows);
  }

  /** Bytes do not bound it. */
  async find({ where = [], order, after, offset = 0, limit }: Query): Promise<Page<MessageRow>> {
    const changed = matching(this.changed, messageLog.fields, where);
    // At most all changed messages are among those before the page.
    const skipped = Math.max(0, offset - changed.length);
    const kept = await this.around.present.find({
      where: this.unchanged(where),
      limit: offset - skipped + limit,
      ...(order ? { order } : {}),
      ...(after ? { after } : { offset: skipped }),
    });
    const found = new Map(changed);
    for (const [key, row] of keyed(kept)) found.set(key, row);
    const rest = { limit, offset: offset - skipped, ...(order ? { order } : {}), ...(after ? { after } : {}) };
    const page = pageOf(found, messageLog.fields, rest);
    const docs: MessageRow[] = [];
    for (const [key, row] of keyed(page)) docs.push(this.changed.has(key) ? row : await this.around.rowThen(row));
    return { ...page, docs, hasMore: page.hasMore || kept.hasMore };
  }

  async count(where: readonly Condition[]): Promise<number> {
    const kept = await this.around.present.count({ where: this.unchanged(where) });
    return kept + matching(this.changed, messageLog.fields, where).length;
  }

  private unchanged(where: readonly Condition[]): readonly Condition[] {
    const { sequence, at = '' } = this.around.end;
    return [...where, { field: 'updatedAt', is: '<', value: at }, upTo(sequence)];
  }
}
