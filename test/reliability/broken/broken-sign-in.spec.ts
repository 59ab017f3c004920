import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE } from '../../../src/kernel/instant.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createUserinfoTenant, exchangeForeign, REACHES_LOOPBACK, vouching } from '../../fixtures/identity-provider.js';
import { ACCESS_TOKEN, claimsOf, EXCHANGE } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

let tidings: Tidings;
let provider: Receiver;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, LOG_LEVEL: 'silent' });
  provider = await aReceiver(vouching({ email: 'ada@acme.example' }));
});
afterAll(async () => {
  vi.useRealTimers();
  await provider.close();
  await tidings.close();
});

test('a first sign-in that breaks off leaves no user, and blocks the address for a minute at most', async () => {
  const acme = await createUserinfoTenant(tidings, 'acme', provider.url);
  const signIn = async () => {
    const { status, body } = await exchangeForeign(tidings, acme);
    return [status, body.code];
  };
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const append = store.append.bind(store);
  store.append = async (...args) => {
    const [, , events] = args;
    if (events.some(({ type }) => type === 'UserCreated')) throw new Error('on purpose');
    return append(...args);
  };
  const asked = new URLSearchParams({ grant_type: EXCHANGE, subject_token: 'x', subject_token_type: ACCESS_TOKEN });
  const url = `${tidings.url}/api/v1/auth/${acme.tenantId}/oauth2/token`;
  expect((await fetch(url, { method: 'POST', body: asked })).status).toBe(500);
  store.append = append;
  const users = async () => (await acme.owner.call('GET', '/users')).body.total_elements;
  expect([await users(), await signIn()]).toEqual([1, [503, 'errors.store.unavailable']]);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE + 1_000 });
  const { status, body } = await exchangeForeign(tidings, acme);
  expect([status, await users()]).toEqual([200, 2]);
  expect((await acme.owner.call('GET', `/users/${claimsOf(body.access_token).sub}`)).body.email).toBe(
    'ada@acme.example',
  );
}, 30_000);
