import { afterEach, expect, test, vi } from 'vitest';
import { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import { StartRefused } from '../../../src/ports/process/start-refused.js';

const printed: unknown[] = [];
for (const method of ['log', 'warn', 'error'] as const)
  vi.spyOn(console, method).mockImplementation((...said) => void printed.push(...said));
afterEach(() => {
  printed.length = 0;
});

function refusalOf(url: string): string {
  try {
    new KurrentEventStore(url);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  }
  return 'accepted';
}

const WRONG =
  'EVENT_STORE_URL must be a connection string like kurrentdb://[user:password@]host:2113[,host][?tls=false].';

test.each([
  ['kurrentdb://user:s3cr@et@host', WRONG],
  ['kurrentdb://user:s3cret@', WRONG],
  ['kurrentdb://user:s3cret@host:99999999', WRONG],
  ['kurrentdb://user:s3cret@ho st', WRONG],
  ['kurrentdb://user:s3cret@host:21a3', WRONG],
  ['kurrentdb://user:s3/cret@host:2113', WRONG],
  ['kurrentdb://user:s3%cret@host', WRONG],
  ['kurrentdb://user:s3cret@host?tls=maybe', 'EVENT_STORE_URL has an invalid value for tls.'],
  ['kurrentdb://user:s3cret@host?tlsCAFile=/no/such', 'EVENT_STORE_URL has an invalid value for tlsCAFile.'],
  ['kurrentdb://user:s3cret@host?keepAliveInterval=abc', 'EVENT_STORE_URL has an invalid value for keepAliveInterval.'],
  ['kurrentdb://user:s3cret@host?tsl=false', /^EVENT_STORE_URL has an unknown option\. It may have .*tls/],
  ['kurrentdb://user:s3cret@host?throwOnAppendFailure=false', /^EVENT_STORE_URL has an unknown option\./],
])('a wrong URL is refused by a sentence without its password, and printed nowhere: %s', (url, sentence) => {
  const said = refusalOf(url);
  expect(said).toMatch(sentence);
  expect(`${said} ${printed.join(' ')}`).not.toMatch(/s3|cret/);
});
