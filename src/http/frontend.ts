/** Whether a host has no subdomains of its own: an IP address or localhost. */
const isBare = (host: string) => host === 'localhost' || host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/** Where a tenant's main app lives: its system domain, or the service's own origin where there are no subdomains. */
export function frontendUrl(publicUrl: string, subdomain: string, tenantId: string): string {
  const url = new URL(publicUrl);
  return isBare(url.hostname) ? `${publicUrl}/?tenant=${tenantId}` : `${url.protocol}//${subdomain}.${url.host}`;
}

/** Where its clients' app lives (contract 11), without a key. */
export function clientFrontendUrl(publicUrl: string, subdomain: string, tenantId: string): string {
  const url = new URL(publicUrl);
  return isBare(url.hostname) ? `${publicUrl}/c?tenant=${tenantId}` : `https://${subdomain}-client.${url.host}/c`;
}
