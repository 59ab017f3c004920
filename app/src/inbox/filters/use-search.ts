import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type InboxSearch, searchIn } from '../search.js';

/** The filters of the address, and a function that changes them. The history gets no entry for a change. */
export function useInboxSearch(): readonly [InboxSearch, (change: Partial<Loose>) => void] {
  const search = useSearch({ from: '/inside/inbox' });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<Loose>) =>
      void navigate({
        to: '.',
        replace: true,
        search: ({ tenant, ...before }) => ({ ...(tenant ? { tenant } : {}), ...searchIn({ ...before, ...changed }) }),
      }),
    [navigate],
  );
  return [searchIn(search), change];
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
