import { StartRefused } from '../../ports/process/start-refused.js';

/** A connection string of the client, taken apart. */
export interface ConnectionUrl {
  readonly discover: boolean;
  /** As the string has it: still percent-encoded. */
  readonly credentials?: string;
  readonly hosts: readonly string[];
  readonly settings: ReadonlyMap<string, string>;
}

const SHAPE = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/(?:([^@/?]+)@)?([^@/?]+)\/?(?:\?(.*))?$/i;
const HOST = /^[^:\s]+(?::(\d+))?$/;
const LAST_PORT = 65_535;

/** A sentence about a wrong URL. It repeats no part of the URL, because each could belong to a password. */
export const wrongUrl = (): StartRefused =>
  new StartRefused(
    'EVENT_STORE_URL must be a connection string like kurrentdb://[user:password@]host:2113[,host][?tls=false].',
  );

const isHost = (text: string): boolean => {
  const [found, port] = HOST.exec(text) ?? [];
  return found !== undefined && Number(port ?? 1) <= LAST_PORT;
};

/** @throws StartRefused */
export function parseConnectionUrl(text: string): ConnectionUrl {
  const [, discover, credentials, hosts, query] = SHAPE.exec(text.trim()) ?? [];
  if (hosts === undefined || !hosts.split(',').every(isHost)) throw wrongUrl();
  const pairs = (query ?? '').split('&').filter((pair) => pair !== '');
  return {
    discover: discover !== undefined,
    ...(credentials === undefined ? {} : { credentials }),
    hosts: hosts.split(','),
    settings: new Map(pairs.map((pair) => [pair.split('=')[0] as string, pair.slice(pair.indexOf('=') + 1)])),
  };
}

/**
 * A setting of ours, which the client does not receive. Several deployments can share one server, each with its own
 * prefix.
 */
export const STREAM_PREFIX = 'streamPrefix';

/**
 * Settings that the service passes on. The client prints the whole URL where it finds an unknown one. It also knows
 * `throwOnAppendFailure`, which would acknowledge appends that failed.
 */
const KNOWN = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'tls',
  'tlsCAFile',
  'tlsVerifyCert',
  'userCertFile',
  'userKeyFile',
];

/** @throws StartRefused where the client does not know a setting */
export function assertKnownSettings({ settings }: ConnectionUrl): void {
  const known = [...KNOWN, STREAM_PREFIX];
  const isKnown = (name: string) => known.some((each) => each.toLowerCase() === name.toLowerCase());
  if ([...settings.keys()].every(isKnown)) return;
  throw new StartRefused(`EVENT_STORE_URL has an unknown option. It may have ${known.join(', ')}.`);
}

/** The settings of a URL that the client refuses. */
export const refusedSettings = (url: ConnectionUrl, isTaken: (url: ConnectionUrl) => boolean): readonly string[] =>
  KNOWN.filter((name) => {
    const value = setting(url, name);
    return (
      value !== undefined && !isTaken({ discover: false, hosts: ['localhost'], settings: new Map([[name, value]]) })
    );
  });

/** Names of settings are compared without regard to case. */
export const setting = ({ settings }: ConnectionUrl, name: string): string | undefined =>
  [...settings].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Under the scheme the client does not warn of, with settings added or put in the place of others. */
export function formatConnectionUrl(url: ConnectionUrl, more: Readonly<Record<string, string>>): string {
  const replaced = new Set([...Object.keys(more), STREAM_PREFIX].map((name) => name.toLowerCase()));
  const kept = [...url.settings].filter(([name]) => !replaced.has(name.toLowerCase()));
  const query = [...kept, ...Object.entries(more)].map(([name, value]) => `${name}=${value}`).join('&');
  const credentials = url.credentials === undefined ? '' : `${url.credentials}@`;
  return `kurrentdb${url.discover ? '+discover' : ''}://${credentials}${url.hosts.join(',')}?${query}`;
}
