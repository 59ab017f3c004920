const ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;
const LOOPBACK = /^(127\.[\d.]+|\[::1\])$/;

/** Passkeys belong to a domain. Browsers offer none on a page whose host is an IP address. */
export const isOnAddress = (): boolean => ADDRESS.test(location.hostname);

/** Whether passkeys work on this page. */
export const hasPasskeys = (): boolean =>
  !isOnAddress() &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** The same page under `localhost`, which is a domain. Undefined where the service is on another machine. */
export function localhostTwin(): string | undefined {
  if (!LOOPBACK.test(location.hostname)) return undefined;
  const url = new URL(location.href);
  url.hostname = 'localhost';
  return url.href;
}
