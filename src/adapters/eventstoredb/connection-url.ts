/** A connection string of the client, taken apart. */
export interface ConnectionUrl {
  readonly discover: boolean;
  /** As the string has it: still percent-encoded. */
  readonly credentials?: string;
  readonly hosts: readonly string[];
  readonly settings: ReadonlyMap<string, string>;
}

const SHAPE = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/(?:([^@/?]+)@)?([^@/?]+)\/?(?:\?(.*))?$/i;
const HOST = /^[^:]+(:\d+)?$/;

/** @throws Error whose sentence repeats nothing of what may hold a password */
export function parseConnectionUrl(text: string): ConnectionUrl {
  const [, discover, credentials, hosts, query] = SHAPE.exec(text.trim()) ?? [];
  if (hosts === undefined || !hosts.split(',').every((host) => HOST.test(host))) {
    throw new Error(
      'EVENT_STORE_URL must be a connection string like kurrentdb://[user:password@]host:2113[,host][?tls=false].',
    );
  }
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
