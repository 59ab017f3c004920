import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditSearch } from './search.js';

/** The search of the address, and a function that replaces members of it. */
export function useAuditSearch(): readonly [AuditSearch, (change: AuditSearch) => void] {
  const search = useSearch({ from: '/inside/audit/{-$view}' });
  const navigate = useNavigate();
  const change = (members: AuditSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...members }), replace: true });
  return [search, change];
}
