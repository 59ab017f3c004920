import type { ConversationQuery } from '../../../sdk/src/store.js';

/** The filters of the list, as the address has them. */
export interface InboxSearch {
  /** Default: open conversations. */
  readonly show?: 'archived' | 'all';
  readonly unread?: true;
  /** Locked by the reader. */
  readonly mine?: true;
  readonly label?: readonly string[];
  readonly q?: string;
  /** Default: newest activity first. */
  readonly order?: 'oldest' | 'created';
}

const MOST_WORDS = 200;
const MOST_LABELS = 10;

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);

/** The address reads `?q=true` as a truth value. */
const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';

/** The filters of an address, without its other members. */
export function searchIn(search: Readonly<Record<string, unknown>>): InboxSearch {
  const show = oneOf(['archived', 'all'], search.show);
  const order = oneOf(['oldest', 'created'], search.order);
  const given = Array.isArray(search.label) ? search.label : [search.label];
  const label = [...new Set(given.map(textOf).filter(Boolean))].slice(0, MOST_LABELS);
  const q = textOf(search.q).slice(0, MOST_WORDS);
  return {
    ...(show ? { show } : {}),
    ...(search.unread === true ? { unread: true } : {}),
    ...(search.mine === true ? { mine: true } : {}),
    ...(label.length > 0 ? { label } : {}),
    ...(q ? { q } : {}),
    ...(order ? { order } : {}),
  };
}

/** Whether conversations may be hidden by a filter. The order and the open ones alone hide nothing that one would miss. */
export const hasFilters = ({ order: _, ...filters }: InboxSearch): boolean => Object.keys(filters).length > 0;

const ORDERS = {
  newest: { order: 'DESC', order_by: 'updated_at' },
  oldest: { order: 'ASC', order_by: 'updated_at' },
  created: { order: 'DESC', order_by: 'created_at' },
} as const;

export function queryOf({ show, unread, mine, label, q, order }: InboxSearch, me: string): ConversationQuery {
  return {
    includes: ['PARTICIPANTS', 'LIST_ITEM_TEMPLATE_DATA', 'CURRENT_USER_READ_STATUS', 'LAST_MESSAGE'],
    ...ORDERS[order ?? 'newest'],
    ...(show === 'all' ? {} : { archived: show === 'archived' }),
    ...(unread ? { unread } : {}),
    ...(mine ? { locked_by: me } : {}),
    ...(label ? { label } : {}),
    ...(q ? { search: q } : {}),
  };
}
