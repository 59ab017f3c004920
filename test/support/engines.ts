import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

/**
 * The engines a test's service runs on: those that TEST_EVENT_STORE_URL and TEST_READ_STORE_URL name (`npm run
 * test:engines`), else the embedded ones. Each data folder has a log and read models of its own there; a service
 * that keeps nothing (`:memory:`) has new ones.
 */
export function enginesFor(dataDir: string): Readonly<Record<string, string>> {
  const { TEST_EVENT_STORE_URL: log, TEST_READ_STORE_URL: read } = process.env;
  const name = dataDir === ':memory:' ? `memory_${randomUUID().slice(0, 8)}` : basename(dataDir).replace(/\W/g, '_');
  return {
    ...(log && { EVENT_STORE_URL: withSetting(log, `streamPrefix=${name}.`), EVENT_STORE_MAY_LOSE: 'true' }),
    ...(read && { READ_STORE_URL: withDatabase(read, name) }),
  };
}

/** True where a test looks into the files of the embedded engines. */
export const isEmbeddedRun = (): boolean => !process.env.TEST_EVENT_STORE_URL && !process.env.TEST_READ_STORE_URL;

const withSetting = (url: string, setting: string): string => `${url}${url.includes('?') ? '&' : '?'}${setting}`;

function withDatabase(url: string, name: string): string {
  const [address = '', query] = url.split('?');
  const host = address.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+).*$/, '$1');
  return `${host}/${name}${query === undefined ? '' : `?${query}`}`;
}
