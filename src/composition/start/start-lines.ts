import type { Config } from '../../config/config.js';
import { canMailLinks, isEveryAddress } from '../../config/http.js';

const LOOPBACK = /^(127\.[\d.]+|\[::1\])$/;

type Settings = Pick<Config, 'host' | 'port' | 'publicUrl' | 'dataDir' | 'roles'>;

/** Browsers offer passkeys on a domain name such as `localhost`, and none at an IP address. */
function appLine(address: string): string {
  const app = new URL('/app', address);
  const isOwnMachine = LOOPBACK.test(app.hostname);
  if (isOwnMachine) app.hostname = 'localhost';
  return `The app is at ${app.href}${isOwnMachine ? ', an address that has passkeys' : ''}.`;
}

/**
 * The first lines of a service that responds. `url` is its own address. People reach a container by `PUBLIC_URL` alone:
 * there the service listens at every address. A process without the role `api` names no address.
 */
export function startLines({ host, port, publicUrl, dataDir, roles }: Settings, url: string, hasSite: boolean): string {
  if (!roles.has('api')) return `\nTidings runs (${[...roles].join(', ')}, data in ${dataDir}).\n`;
  const canMail = canMailLinks(publicUrl);
  const address = isEveryAddress(host) && canMail ? publicUrl : url;
  const documentation = hasSite ? ` The documentation is at ${address}/docs.` : '';
  const own = port === 3000 ? '' : `PORT=${new URL(url).port} `;
  const quickstart = `${address === url ? own : `TIDINGS_URL=${address} `}npm run quickstart`;
  const lines = [
    '',
    `Tidings listens at ${address} (data in ${dataDir}).`,
    `Next: ${quickstart} plays a conversation against it.${documentation}`,
    ...(hasSite ? [appLine(address)] : []),
    ...(canMail ? [] : ['PUBLIC_URL is not set, so no e-mail and no SMS with a link is sent.']),
  ];
  return `${lines.join('\n')}\n`;
}
