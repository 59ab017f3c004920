import { address, go, hrefOf, useAddress } from '../../routing/address.js';
import { type InboxSearch, searchIn } from '../search.js';

/** The filters of the address, and a function that changes them. The history gets no entry for a change. */
export function useInboxSearch(): readonly [InboxSearch, (change: Partial<Loose>) => void] {
  const { search } = useAddress();
  return [searchIn(search), change];
}

function change(changed: Partial<Loose>): void {
  const { path, search } = address();
  go(hrefOf({ path, search: { ...searchIn({ ...search, ...changed }) } }), { replace: true });
}

type Loose = { [P in keyof InboxSearch]: InboxSearch[P] | undefined };

/** Members that take every filter away, but the order. */
export const CLEARED: Partial<Loose> = {
  show: undefined,
  unread: undefined,
  mine: undefined,
  label: undefined,
  q: undefined,
};
