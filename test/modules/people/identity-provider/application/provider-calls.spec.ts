import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../../src/adapters/system/clock.js';
import { QueueLengths } from '../../../../../src/engine/effects/queue-lengths.js';
import { ProviderCalls } from '../../../../../src/modules/people/identity-provider/application/provider-calls.service.js';
import type { Incoming, OutboundHttp } from '../../../../../src/ports/delivery/outbound-http.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANSWER: Incoming = { status: 200, headers: {}, body: '{}', isCut: false, durationMs: 1 };
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Providers that answer one tenant alone. */
function stuckProviders() {
  const asked = new Map<string, number>();
  const outside: OutboundHttp = {
    send({ tenantId = '' }) {
      asked.set(tenantId, (asked.get(tenantId) ?? 0) + 1);
      return tenantId === 'quiet' ? Promise.resolve(ANSWER) : new Promise(() => undefined);
    },
    checkAddress: async () => undefined,
    close: async () => undefined,
  };
  const calls = new ProviderCalls(outside, systemClock, logger, new QueueLengths());
  const signIn = (tenantId: string) =>
    calls.run(tenantId, (call) => call({ url: 'https://provider.example', method: 'GET' })).catch(() => undefined);
  return { asked, signIn };
}

test('providers of 200 tenants that never answer delay the sign-in of another by two seconds', async () => {
  const { asked, signIn } = stuckProviders();
  for (let n = 0; n < 200; n++) for (let i = 0; i < 8; i++) void signIn(`t${n}`);
  await vi.advanceTimersByTimeAsync(1);
  expect([...asked.values()].reduce((all, each) => all + each, 0)).toBe(256);
  const quiet = signIn('quiet');
  await vi.advanceTimersByTimeAsync(1_990);
  expect(asked.has('quiet')).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await quiet).toEqual(ANSWER);
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(8);
});
