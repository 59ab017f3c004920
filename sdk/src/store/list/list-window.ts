import type { Conversation } from '../../api.js';

export interface Range {
  readonly start: number;
  readonly end: number;
}

type Read = (range: Range) => Promise<readonly Conversation[]>;

/** The run of a list that is in memory. */
export class ListWindow {
  readonly end: number;

  constructor(
    readonly start = 0,
    readonly conversations: readonly Conversation[] = [],
  ) {
    this.end = start + conversations.length;
  }

  /** The window over another range, of which it reads what it has not. Undefined: the list changed in between. */
  async over(range: Range, read: Read): Promise<ListWindow | undefined> {
    const kept = { start: Math.max(range.start, this.start), end: Math.min(range.end, this.end) };
    if (kept.start >= kept.end) return new ListWindow(range.start, await read(range));
    const before = range.start < kept.start ? await read({ start: range.start, end: kept.start }) : [];
    const after = range.end > kept.end ? await read({ start: kept.end, end: range.end }) : [];
    const own = this.conversations.slice(kept.start - this.start, kept.end - this.start);
    const all = [...before, ...own, ...after];
    const isWhole = before.length === kept.start - range.start && new Set(all.map(({ id }) => id)).size === all.length;
    return isWhole ? new ListWindow(range.start, all) : undefined;
  }

  /** The same run with a conversation as it is now. */
  with(conversation: Conversation): ListWindow {
    const now = (each: Conversation) => (each.id === conversation.id ? { ...each, ...conversation } : each);
    return new ListWindow(this.start, this.conversations.map(now));
  }
}
