interface Whose {
  readonly tenantId: string;
  readonly subdomain: string;
}

/** Names cannot stand before an address, so that there the tenant is named in the query. */
const hasSubdomains = ({ hostname }: URL) =>
  hostname !== 'localhost' && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);

/** Where a tenant's people work (contract 3). */
export function frontendUrl(publicUrl: string, { tenantId, subdomain }: Whose): string {
  const url = new URL(publicUrl);
  return hasSubdomains(url) ? `${url.protocol}//${subdomain}.${url.host}` : `${url.origin}/?tenant=${tenantId}`;
}

/** Where a client talks, with what lets them in (contract 11). */
export function clientUrl(publicUrl: string, { tenantId, subdomain }: Whose, authKey: string): string {
  const url = new URL(publicUrl);
  const app = hasSubdomains(url)
    ? `${url.protocol}//${subdomain}-client.${url.host}/c`
    : `${url.origin}/c?tenant=${tenantId}`;
  return `${app}#auth_key=${authKey}`;
}
