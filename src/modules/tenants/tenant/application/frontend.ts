import { DOMAIN_TYPES } from '../../../../catalogue/tenant.js';
import { systemDomain } from './domain-names.js';

/** Facts from which the addresses of a tenant's apps are made. */
export interface Frontend {
  readonly tenantId: string;
  readonly subdomain: string;
  /** Verified custom domain of the main app. */
  readonly mainDomain?: string;
  /** Verified custom domain of the client app. */
  readonly clientDomain?: string;
}

/** An IP address has no subdomains, so there the query names the tenant. */
const hasSubdomains = ({ hostname }: URL) =>
  hostname !== 'localhost' && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);

/** Domain of the main app: the custom one where it is verified. */
export const mainDomain = (publicUrl: string, { subdomain, mainDomain: custom }: Frontend): string =>
  custom ?? systemDomain(publicUrl, subdomain, 'MAIN');

const RESET = '/reset';

/**
 * A page of the main app. A main domain has the paths of the app alone. PUBLIC_URL has other pages too, so that the
 * app is below `/app` there, and the query names the tenant.
 */
function pageOf(publicUrl: string, { tenantId, subdomain, mainDomain: custom }: Frontend, path: string): string {
  if (custom !== undefined) return `https://${custom}${path}`;
  const url = new URL(publicUrl);
  if (hasSubdomains(url)) return `${url.protocol}//${subdomain}.${url.host}${path}`;
  const below = path === RESET ? path : `/app${path}`;
  return `${url.origin}${below}?tenant=${tenantId}`;
}

/** Where a tenant's people work. */
export const frontendUrl = (publicUrl: string, frontend: Frontend): string => pageOf(publicUrl, frontend, '');

/** Where a tenant's clients talk (contract 11), without a key. */
export function clientFrontendUrl(publicUrl: string, { tenantId, subdomain, clientDomain }: Frontend): string {
  if (clientDomain !== undefined) return `https://${clientDomain}/c`;
  const url = new URL(publicUrl);
  return hasSubdomains(url) ? `https://${subdomain}-client.${url.host}/c` : `${url.origin}/c?tenant=${tenantId}`;
}

/** Origins of the apps of a tenant, with that of the service. */
export function frontendOrigins(
  publicUrl: string,
  { subdomain, mainDomain, clientDomain }: Frontend,
): readonly string[] {
  const url = new URL(publicUrl);
  const system = hasSubdomains(url)
    ? DOMAIN_TYPES.map((type) => {
        const origin = new URL(publicUrl);
        origin.hostname = systemDomain(publicUrl, subdomain, type);
        return origin.origin;
      })
    : [];
  const custom = [mainDomain, clientDomain].flatMap((domain) => (domain === undefined ? [] : [`https://${domain}`]));
  return [url.origin, ...system, ...custom];
}

/** Where a person sets a password with a token. A fragment reaches no server and no log. */
export const passwordPage = (publicUrl: string, frontend: Frontend, token: string): string =>
  `${pageOf(publicUrl, frontend, RESET)}#token=${token}`;

/** Where a person confirms an e-mail address with a token. */
export const emailPage = (publicUrl: string, frontend: Frontend, token: string): string =>
  `${pageOf(publicUrl, frontend, '/email')}#token=${token}`;

/** Where a tenant's people see one conversation. */
export const conversationPage = (publicUrl: string, frontend: Frontend, conversationId: string): string =>
  pageOf(publicUrl, frontend, `/conversations/${encodeURIComponent(conversationId)}`);
