import { useSyncExternalStore } from 'react';
import { base } from '../place/place.js';

/** The members of a search. A repeated one is a list, and `true` is a truth value. */
export type Search = Readonly<Record<string, string | true | readonly string[] | undefined>>;

export interface Address {
  /** Below the base, without a slash at its end. The inbox is `/`. */
  readonly path: string;
  /** Without the tenant, which stays in each address of PUBLIC_URL. */
  readonly search: Search;
}

interface Target {
  readonly path: string;
  readonly search?: Search;
}

const TENANT = 'tenant';
const MOVED = 'tidings-moved';

const readValue = (values: readonly string[]): string | true | readonly string[] => {
  if (values.length > 1) return values;
  return values[0] === 'true' ? true : (values[0] ?? '');
};

function read(): Address {
  const { pathname, search } = location;
  const given = new URLSearchParams(search);
  if (base !== '') given.delete(TENANT);
  const names = [...new Set(given.keys())];
  const path = pathname.slice(base.length).replace(/\/$/, '');
  return { path: path || '/', search: Object.fromEntries(names.map((name) => [name, readValue(given.getAll(name))])) };
}

let current = read();
let shown = location.href;

/** The address at this moment. It is the same object until it changes. */
export function address(): Address {
  if (shown !== location.href) {
    shown = location.href;
    current = read();
  }
  return current;
}

function subscribe(changed: () => void): () => void {
  addEventListener('popstate', changed);
  addEventListener(MOVED, changed);
  return () => {
    removeEventListener('popstate', changed);
    removeEventListener(MOVED, changed);
  };
}

export const useAddress = (): Address => useSyncExternalStore(subscribe, address);

/** The link of an address, with the tenant where it is not in the domain. */
export function hrefOf({ path, search = {} }: Target): string {
  const query = new URLSearchParams();
  const tenant = base === '' ? null : new URLSearchParams(location.search).get(TENANT);
  if (tenant !== null) query.set(TENANT, tenant);
  for (const [name, value] of Object.entries(search))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) query.append(name, String(each));
  const text = query.toString();
  return `${(path === '/' ? base : base + path) || '/'}${text === '' ? '' : `?${text}`}`;
}

/** Shows another page of the app, by its link. */
export function go(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(MOVED));
}
