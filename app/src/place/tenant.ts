import type { TenantConfig } from '../../../sdk/src/api.js';
import { TidingsError } from '../../../sdk/src/tidings.js';
import { clientOf } from '../client.js';
import { base } from './place.js';

/** Name of the id of the tenant that this browser used last, in localStorage. */
const REMEMBERED = 'tidings.app.tenant';

export type Named = { readonly tenant_id: string } | { readonly domain: string };

/** The tenant that the address names, else the one used last. On a main domain, the domain names it. */
export function namedTenant(): Named | undefined {
  if (base === '') return { domain: location.hostname };
  const id = new URLSearchParams(location.search).get('tenant') ?? remembered();
  return id === undefined ? undefined : { tenant_id: id };
}

/** Names of the own machine. A service there is known by one of them and opened by another one. */
const OWN_MACHINE = ['127.0.0.1', 'localhost'];

/** The tenant whose main domain, which it has from its sign-up on, begins with a subdomain. @throws TidingsError, NoAnswer */
export async function readTenantOf(subdomain: string): Promise<TenantConfig | undefined> {
  const { hostname } = location;
  const hosts = OWN_MACHINE.includes(hostname) ? OWN_MACHINE : [hostname];
  for (const host of hosts) {
    const tenant = await readTenant({ domain: `${subdomain}.${host}` });
    if (tenant) return tenant;
  }
  return undefined;
}

/** @throws TidingsError, NoAnswer */
export async function readTenant(named: Named): Promise<TenantConfig | undefined> {
  try {
    const config = await clientOf().call('GET /tenant/config', { query: named });
    remember(config.id);
    return config;
  } catch (error) {
    if (error instanceof TidingsError && [400, 404].includes(error.status)) return undefined;
    throw error;
  }
}

function remembered(): string | undefined {
  try {
    return localStorage.getItem(REMEMBERED) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(REMEMBERED, id);
  } catch {
    // Storage that is switched off costs a question at the next visit.
  }
}
