import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHENTICATOR, type Authenticator, type Credentials } from '../../../src/ports/identity/authenticator.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let authenticator: Authenticator;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  authenticator = tidings.app.get<Authenticator>(AUTHENTICATOR);
});
afterAll(() => tidings.close());

describe('who was let in lately is known at once', () => {
  test('by a token', async () => {
    const credentials = { authorization: `Bearer ${acme.owner.token}` };
    await authenticator.authenticate(credentials);
    expect(authenticator.authenticate(credentials)).toMatchObject({
      tenantId: acme.tenantId,
      role: 'OWNER',
      id: acme.owner.id,
      actor: `user:${acme.owner.id}`,
      expiresAt: expect.stringMatching(/Z$/),
    });
  });

  test('by an API key', async () => {
    const { id, token: key } = await acme.apiKey();
    await authenticator.authenticate({ apiKey: key });
    expect(authenticator.authenticate({ apiKey: key })).toEqual({
      tenantId: acme.tenantId,
      role: 'API_KEY',
      id,
      actor: `key:${id}`,
    });
  });

  test('and no longer in the same moment that a deletion is answered', async () => {
    const { id, token: key } = await acme.apiKey();
    await authenticator.authenticate({ apiKey: key });
    await tidings.call('DELETE', `/api-keys/${id}`, { token: acme.owner.token });
    expect(() => authenticator.authenticate({ apiKey: key })).toThrow('errors.unauthenticated');
  });
});

describe('the tenant of a credential is known', () => {
  const tenantBy = (credentials: Credentials) => authenticator.tenantOf(credentials);

  test('of a token that was accepted before', async () => {
    await acme.owner.mustCall('GET', '/conversations');
    expect(tenantBy({ authorization: `Bearer ${acme.owner.token}` })).toBe(acme.tenantId);
    expect(tenantBy({ authorization: `Bearer ${acme.owner.token}x` })).toBeUndefined();
  });

  test.each([
    ['X-API-Key', (apiKey: string) => ({ apiKey })],
    ['Authorization', (key: string) => ({ authorization: `Bearer ${key}` })],
  ])('of an API key that was accepted before, in %s', async (_, credentials) => {
    const { token: key } = await acme.apiKey();
    expect(tenantBy(credentials(key))).toBeUndefined();
    await tidings.call('GET', '/conversations', { headers: { 'x-api-key': key } });
    expect(tenantBy(credentials(key))).toBe(acme.tenantId);
  });

  test('unless the credential was refused since', async () => {
    const user = await acme.user('eva');
    const { id, token: key } = await acme.apiKey();
    const both = [{ authorization: `Bearer ${user.token}` }, { apiKey: key }];
    const read = async () => {
      const { status } = await user.call('GET', '/users/me');
      return [status, (await tidings.call('GET', '/conversations', { headers: { 'x-api-key': key } })).status];
    };
    expect(await read()).toEqual([200, 200]);
    expect(both.map(tenantBy)).toEqual([acme.tenantId, acme.tenantId]);
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    await acme.owner.mustCall('DELETE', `/api-keys/${id}`);
    expect(await read()).toEqual([401, 401]);
    expect(both.map(tenantBy)).toEqual([undefined, undefined]);
  });
});
