import { go, hrefOf, useAddress } from '../routing/address.js';
import { type AuditSearch, auditSearch } from './search.js';

type Change = { readonly [name in keyof AuditSearch]?: AuditSearch[name] | undefined };

/** The search of the address, and a function that replaces members of it. */
export function useAuditSearch(): readonly [AuditSearch, (change: Change) => void] {
  const { path, search } = useAddress();
  const change = (members: Change) => go(hrefOf({ path, search: { ...search, ...members } }), { replace: true });
  return [auditSearch(search), change];
}
