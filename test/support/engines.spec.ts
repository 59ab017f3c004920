import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseConnectionUrl, STREAM_PREFIX, setting } from '../../src/adapters/eventstoredb/connection-url.js';
import { namespaceOf } from '../../src/adapters/eventstoredb/reading/records.js';
import { enginesFor } from './engines.js';

beforeEach(() => {
  vi.stubEnv('TEST_EVENT_STORE_URL', 'kurrentdb://127.0.0.1:2113?tls=false');
  vi.stubEnv('TEST_READ_STORE_URL', 'mongodb://127.0.0.1:27017/?directConnection=true');
});
afterEach(() => vi.unstubAllEnvs());

const prefixFor = (dataDir: string) =>
  setting(parseConnectionUrl(enginesFor(dataDir).EVENT_STORE_URL ?? ''), STREAM_PREFIX);
const databaseFor = (dataDir: string) => new URL(enginesFor(dataDir).READ_STORE_URL ?? '').pathname;

describe('the engines on servers that a test names', () => {
  test('are the same for the same data folder, and others for another', () => {
    const [one, other] = ['/tmp/tidings-AbC-1', '/tmp/tidings-dEf-2'];
    expect([prefixFor(one), databaseFor(one)]).toEqual([prefixFor(one), databaseFor(one)]);
    expect([prefixFor(one), databaseFor(one)]).not.toEqual([prefixFor(other), databaseFor(other)]);
  });

  test('are new ones for each service that keeps nothing, so that suites can run again on the same servers', () => {
    const runs = [1, 2, 3];
    expect(new Set(runs.map(() => prefixFor(':memory:'))).size).toBe(3);
    expect(new Set(runs.map(() => databaseFor(':memory:'))).size).toBe(3);
  });

  test.each([':memory:', '/tmp/tidings-Ab_-1'])('have a prefix that the event store takes: %s', (dataDir) => {
    expect(() => namespaceOf(prefixFor(dataDir))).not.toThrow();
  });
});
