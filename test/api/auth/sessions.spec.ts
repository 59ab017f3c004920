import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { DAY } from '../../../src/kernel/instant.js';
import { type Caller, callerOf } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, form, PASSWORD, refreshToken } from '../../fixtures/tokens.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const sessions = async (caller: Caller, query = '') =>
  (await caller.mustCall('GET', `/users/me/sessions${query}`)).body.sessions;
const end = (caller: Caller, id: string) => caller.call('DELETE', `/users/me/sessions/${id}`);
const sidOf = ({ token }: Caller): string => claimsOf(token).sid;
const me = async ({ token }: Caller) => (await tidings.call('GET', '/users/me', { token })).status;

describe('the sessions of a user', () => {
  test('are listed with what they came from, oldest first, and the one that asks is marked', async () => {
    const ben = await acme.user('ben');
    const { raw, headers } = form({ grant_type: 'password', username: ben.email, password: PASSWORD });
    const agent = `Phone/1.0 ${'x'.repeat(600)}`;
    const path = `/auth/${acme.tenantId}/oauth2/token`;
    const { body } = await tidings.call('POST', path, { raw, headers: { ...headers, 'user-agent': agent } });
    expect(await sessions(ben)).toEqual([
      {
        id: sidOf(ben),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        user_agent: expect.any(String),
        current: true,
      },
      {
        id: claimsOf(body.access_token).sid,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        user_agent: agent.slice(0, limits.userAgent),
        current: false,
      },
    ]);
    const page = await ben.mustCall('GET', '/users/me/sessions?limit=1');
    expect(page.body).toMatchObject({ has_more: true, total_elements: 2, limit: 1, offset: 0 });
    const next = await ben.mustCall('GET', `/users/me/sessions?limit=1&cursor=${page.body.next_cursor}`);
    expect([next.body.sessions[0].id, next.body.has_more]).toEqual([claimsOf(body.access_token).sid, false]);
  });

  test('are used when they are refreshed', async () => {
    const carl = await acme.user('carl');
    const [before] = await sessions(carl);
    expect(before.last_used_at).toBe(before.created_at);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const { body } = await refreshToken(tidings, acme.tenantId, carl.refreshToken);
    const [after] = await sessions(callerOf(tidings, body.access_token));
    expect([after.id, after.created_at, after.current]).toEqual([before.id, before.created_at, true]);
    expect(Date.parse(after.last_used_at) - Date.parse(before.last_used_at)).toBeGreaterThanOrEqual(60_000);
  });

  test('leave the list when they end: by time, by a spent token, by another role', async () => {
    const dora = await acme.user('dora');
    const other = await acme.signIn(dora.email);
    await refreshToken(tidings, acme.tenantId, other.refreshToken);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 });
    await refreshToken(tidings, acme.tenantId, other.refreshToken);
    expect((await sessions(dora)).map(({ id }: { id: string }) => id)).toEqual([sidOf(dora)]);
    await acme.owner.mustCall('PATCH', `/users/${dora.id}`, { role: 'OWNER' });
    const again = await acme.signIn(dora.email);
    expect((await sessions(again)).map(({ id }: { id: string }) => id)).toEqual([sidOf(again)]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * DAY });
    const later = await acme.signIn(dora.email);
    expect((await later.mustCall('GET', '/users/me/sessions')).body).toMatchObject({ total_elements: 1 });
  });
});

describe('a session that is ended', () => {
  test('ends its access, its refresh token and its sockets, and no other session', async () => {
    const emil = await acme.user('emil');
    const phone = await acme.signIn(emil.email);
    const listener = await listenerOf(phone);
    const off = new Promise<void>((resolve) => listener.socket.on('disconnect', () => resolve()));
    expect((await end(emil, sidOf(phone))).status).toBe(204);
    expect(await me(phone)).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, phone.refreshToken)).body.error).toBe('invalid_grant');
    await off;
    expect(await me(emil)).toBe(200);
    expect(await sessions(emil)).toHaveLength(1);
    expect((await end(emil, sidOf(phone))).body.code).toBe('errors.session.not_found');
  });

  test('may be the one that asks', async () => {
    const frida = await acme.user('frida');
    expect((await end(frida, sidOf(frida))).status).toBe(204);
    expect(await me(frida)).toBe(401);
  });

  test('is the caller’s own: of another user or tenant it is not there', async () => {
    const gerd = await acme.user('gerd');
    const other = await createTenant(tidings, 'other');
    for (const caller of [acme.owner, other.owner])
      expect((await end(caller, sidOf(gerd))).body.code).toBe('errors.session.not_found');
    for (const id of ['x', '%00', '..%2Fme', sidOf(gerd).toLowerCase(), gerd.refreshToken.slice(0, 50)])
      expect((await end(gerd, id)).status).toBe(404);
    expect(await me(gerd)).toBe(200);
    expect((await (await acme.apiKey()).call('GET', '/users/me/sessions')).status).toBe(403);
  });

  test('is ended against refreshes of the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const ida = await acme.user(`ida-${round}`);
      const phone = await acme.signIn(ida.email);
      const [refreshed] = await Promise.all([
        refreshToken(tidings, acme.tenantId, phone.refreshToken),
        end(ida, sidOf(phone)),
      ]);
      expect(await me(phone)).toBe(401);
      if (refreshed.status !== 200) continue;
      expect((await refreshToken(tidings, acme.tenantId, refreshed.body.refresh_token)).status).toBe(400);
      expect(await me({ ...phone, token: refreshed.body.access_token })).toBe(401);
    }
  });

  test('stays ended when the service starts again', async () => {
    const jan = await acme.user('jan');
    const phone = await acme.signIn(jan.email);
    expect((await end(jan, sidOf(phone))).status).toBe(204);
    tidings = await tidings.again();
    acme = { ...acme, owner: { ...acme.owner, ...acme.owner.at(tidings) } };
    expect(await me(phone)).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, phone.refreshToken)).body.error).toBe('invalid_grant');
    expect(await me(jan)).toBe(200);
    expect(await sessions(jan.at(tidings))).toHaveLength(1);
  });
});
