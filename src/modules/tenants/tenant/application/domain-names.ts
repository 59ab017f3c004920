import type { DomainType } from '../../../../catalogue/tenant.js';

/** Reservation of a subdomain, over all tenants. */
export const subdomainName = (label: string): string => `subdomain.${label}`;

/** Reservation of a verified custom domain, over all tenants. */
export const domainName = (domain: string): string => `domain.${domain}`;

const label = (subdomain: string, type: DomainType) => (type === 'MAIN' ? subdomain : `${subdomain}-client`);

/** The domain of an app that every tenant has (contract 12). */
export const systemDomain = (publicUrl: string, subdomain: string, type: DomainType): string =>
  `${label(subdomain, type)}.${new URL(publicUrl).hostname}`;

/** The first label of a system domain; undefined for any other domain. */
export function systemLabel(publicUrl: string, domain: string): string | undefined {
  const end = `.${new URL(publicUrl).hostname}`;
  const first = domain.endsWith(end) ? domain.slice(0, -end.length) : '';
  return first === '' || first.includes('.') ? undefined : first;
}

/** Whether a domain is that of the service or below it. */
export function isOfService(publicUrl: string, domain: string): boolean {
  const { hostname } = new URL(publicUrl);
  return domain === hostname || domain.endsWith(`.${hostname}`);
}
