import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { registerPasskey, signInWithPasskey } from '../../fixtures/passkeys.js';
import { mailsTo, plain } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '3600' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const list = async (who: Caller, query = '') => (await who.mustCall('GET', `/users/me/passkeys${query}`)).body;
const remove = (who: Caller, id: string) => who.call('DELETE', `/users/me/passkeys/${id}`);

describe('the passkeys of a user', () => {
  test('are listed, oldest first, and read one by one', async () => {
    const ben = await acme.user('ben');
    expect(await list(ben)).toMatchObject({ passkeys: [], total_elements: 0 });
    await registerPasskey(ben, acme.tenantId);
    await registerPasskey(ben, acme.tenantId);
    const { passkeys } = await list(ben);
    expect(passkeys).toHaveLength(2);
    expect(passkeys[0]).toMatchObject({
      id: expect.stringMatching(/^[\w-]{43}$/),
      credential_id: expect.any(String),
      rp_id: 'localhost',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(passkeys)).not.toMatch(/public|password/i);
    expect((await ben.call('GET', `/users/me/passkeys/${passkeys[1].id}`)).body).toEqual(passkeys[1]);
    const page = await list(ben, '?limit=1');
    const next = await list(ben, `?limit=1&cursor=${page.next_cursor}`);
    expect([page.passkeys[0].id, next.passkeys[0].id]).toEqual(passkeys.map(({ id }: { id: string }) => id));
  });

  test('end when they are deleted, and no other one; the user is told of each change', async () => {
    const carl = await acme.user('carl');
    const [gone, kept] = [await registerPasskey(carl, acme.tenantId), await registerPasskey(carl, acme.tenantId)];
    const [{ id }] = (await list(carl)).passkeys;
    expect((await remove(carl, id)).status).toBe(204);
    expect((await remove(carl, id)).body.code).toBe('errors.passkey.not_found');
    expect((await signInWithPasskey(tidings, acme.tenantId, gone)).status).toBe(400);
    expect((await signInWithPasskey(tidings, acme.tenantId, kept)).status).toBe(200);
    expect((await list(carl)).passkeys).toHaveLength(1);
    const texts = () => mailsTo(tidings, carl.email).map(plain).join();
    await expect.poll(() => mailsTo(tidings, carl.email).length).toBe(3);
    expect(texts()).toContain('Your account at Acme has a new passkey');
    expect(texts()).toContain('A passkey of your account at Acme was deleted');
  });

  test('are of nobody else', async () => {
    const dora = await acme.user('dora');
    await registerPasskey(dora, acme.tenantId);
    const [{ id }] = (await list(dora)).passkeys;
    const other = await createTenant(tidings, 'other');
    for (const who of [acme.owner, other.owner]) {
      expect((await who.call('GET', `/users/me/passkeys/${id}`)).body.code).toBe('errors.passkey.not_found');
      expect((await remove(who, id)).body.code).toBe('errors.passkey.not_found');
    }
    expect((await (await acme.apiKey()).call('GET', '/users/me/passkeys')).status).toBe(403);
    expect((await list(dora)).passkeys).toHaveLength(1);
  });

  test('are deleted after a recent sign-in', async () => {
    const emil = await acme.user('emil');
    await registerPasskey(emil, acme.tenantId);
    const [{ id }] = (await list(emil)).passkeys;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    expect((await remove(emil, id)).body.code).toBe('errors.auth.reauthenticate');
    expect((await list(emil)).passkeys).toHaveLength(1);
  });
});
