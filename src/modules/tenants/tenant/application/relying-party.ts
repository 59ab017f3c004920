import { type Frontend, frontendUrl } from './frontend.js';

/** A web origin at which users of a tenant sign in with passkeys. */
export interface RelyingParty {
  /** Relying party id: the host of the origin. A browser uses a passkey only below the id it was made for. */
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = /^(127\.[\d.]+|\[::1\])$/;
const ADDRESS = /^([\d.]+|\[.*\])$/;

/** WebAuthn knows no IP addresses: an origin on the own machine is named `localhost`. */
export function named(origin: string): URL {
  const url = new URL(origin);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return url;
}

/** Browsers offer WebAuthn on domains over https, and on `localhost`. */
const isCapable = ({ protocol, hostname }: URL): boolean =>
  !ADDRESS.test(hostname) && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname));

/**
 * The relying parties of a tenant, in this order: its verified custom main domain, its system domain, the host of
 * PUBLIC_URL. Hosts that browsers refuse are left out. Each host is an id of its own, so that no tenant can request
 * passkeys of another tenant's domain. Empty where PUBLIC_URL is plain http or an IP address of a network.
 */
export function relyingParties(publicUrl: string, frontend: Frontend): readonly RelyingParty[] {
  const { mainDomain: _, ...system } = frontend;
  const urls = [frontendUrl(publicUrl, frontend), frontendUrl(publicUrl, system), publicUrl].map(named);
  const capable = new Map(urls.filter(isCapable).map(({ origin, hostname }) => [origin, hostname]));
  return [...capable].map(([origin, id]) => ({ id, origin }));
}
