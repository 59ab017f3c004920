import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHENTICATOR, type Authenticator } from '../../../src/ports/identity/authenticator.js';
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
