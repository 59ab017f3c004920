import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { callerOf } from '../../fixtures/caller.js';
import { createTenant, signUpBody } from '../../fixtures/tenant.js';
import { signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let store: EventStore;
let machineKey: string;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent', MAIN_TENANTS: 'main' });
  machineKey = (await (await createTenant(tidings, 'main')).apiKey()).token;
  store = tidings.app.get<EventStore>(EVENT_STORE);
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const signUp = (subdomain: string, key?: string) =>
  tidings.call('POST', '/signup', {
    body: signUpBody(subdomain),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** A sign-up whose process breaks at the n-th append, before or after the log took it. */
async function breakingAt(n: number, when: 'before' | 'after', subdomain: string, key?: string): Promise<void> {
  await breaking(n, when, '/signup', signUpBody(subdomain), key === undefined ? {} : { 'idempotency-key': key });
}

async function breaking(
  n: number,
  when: 'before' | 'after',
  path: string,
  content: object,
  more: object,
): Promise<void> {
  const append = store.append.bind(store);
  let count = 0;
  store.append = async (...args) => {
    if (++count === n && when === 'after') await append(...args);
    if (count >= n) throw new Error('on purpose');
    return append(...args);
  };
  try {
    const headers = { 'content-type': 'application/json', ...more };
    const body = JSON.stringify(content);
    expect((await fetch(`${tidings.url}/api/v1${path}`, { method: 'POST', headers, body })).status).toBe(500);
  } finally {
    store.append = append;
  }
}

/** Two names, e-mail, user, owner, tenant. */
const STEPS = 6;
/** Two names, API key, tenant. */
const MACHINE_STEPS = 4;
const breaksOf = (steps: number) =>
  Array.from({ length: steps }, (_, i) => i + 1).flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const]);

describe('a sign-up that breaks off', () => {
  test.each(breaksOf(STEPS))('at step %i, %s the log took it, is completed by the same request', async (n, when) => {
    const [subdomain, key] = [`broken-${n}-${when}`, `key-${n}-${when}`];
    await breakingAt(n, when, subdomain, key);
    const made = await signUp(subdomain, key);
    expect(made.status).toBe(201);
    // Its sign-in code is in one answer alone.
    const { login_code: code, ...kept } = made.body;
    expect(code).toBeDefined();
    expect((await signUp(subdomain, key)).body).toEqual(kept);
    const { access_token: token } = (await signIn(tidings, made.body.tenant_id)).body;
    const { body } = await tidings.call('GET', '/users', { token });
    expect(body.users.map(({ id }: { id: string }) => id)).toEqual([made.body.user_id]);
    expect((await tidings.call('DELETE', `/users/${made.body.user_id}`, { token })).status).toBe(409);
  });

  test('and is never asked again holds its subdomain for a minute and no longer', async () => {
    await breakingAt(STEPS, 'before', 'abandoned');
    expect((await signUp('abandoned')).status).toBe(409);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 });
    expect((await signUp('abandoned')).status).toBe(409);
    vi.setSystemTime(Date.now() + 11_000);
    const made = await signUp('abandoned');
    expect(made.status).toBe(201);
    expect((await signIn(tidings, made.body.tenant_id)).status).toBe(200);
    vi.setSystemTime(Date.now() + 120_000);
    expect((await signUp('abandoned')).status).toBe(409);
  });

  test('does not get back what another took over meanwhile', async () => {
    await breakingAt(STEPS, 'before', 'lost', 'slow');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect((await signUp('lost')).status).toBe(201);
    expect((await signUp('lost', 'slow')).body.code).toBe('errors.tenant.exists');
  });
});

describe('a machine sign-up that breaks off', () => {
  const machine = (subdomain: string, key: string) => ({
    body: { tenant_name: 'Machine', tenant_subdomain: subdomain },
    headers: { 'x-api-key': machineKey, 'idempotency-key': key },
  });

  test.each(breaksOf(MACHINE_STEPS))('at step %i, %s the log took it, is completed with one key', async (n, when) => {
    const { body, headers } = machine(`machine-${n}-${when}`, `machine-${n}-${when}`);
    await breaking(n, when, '/signup/machine', body, headers);
    const made = await tidings.call('POST', '/signup/machine', { body, headers });
    expect(made.status).toBe(201);
    const own = callerOf(tidings, made.body.api_key);
    expect((await own.mustCall('GET', '/tenant')).body.id).toBe(made.body.tenant_id);
    expect((await own.mustCall('GET', '/api-keys')).body.total_elements).toBe(1);
    expect((await own.mustCall('GET', '/users')).body.total_elements).toBe(0);
  });

  test('and is never asked again holds its subdomain for a minute, and its key opens nothing', async () => {
    const { body, headers } = machine('machine-left', 'left');
    await breaking(MACHINE_STEPS, 'before', '/signup/machine', body, headers);
    expect((await signUp('machine-left')).status).toBe(409);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    expect((await signUp('machine-left')).status).toBe(201);
    expect((await tidings.call('POST', '/signup/machine', { body, headers })).body.code).toBe('errors.tenant.exists');
  });
});
