import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { authKeyOf, CLIENT_AUTH_KEY, claimsOf, EXCHANGE, exchangeKey, requestToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

let tidings: Tidings;
let acme: Tenant;

const exchanged = (key: string, type = CLIENT_AUTH_KEY, tenantId = acme.tenantId) =>
  exchangeKey(tidings, tenantId, key, type);

const keyFor = async (participant: string): Promise<string> => {
  const path = `/conversations/c1/participants/${participant}/client-url`;
  return authKeyOf((await acme.owner.mustCall('GET', path)).body.url);
};

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await acme.conversation('c1', { participants: [client('cleo'), client('dora')] });
});
afterAll(() => tidings.close());

describe('a client’s link', () => {
  test('lets them in as often as it is opened, with an access token alone', async () => {
    const key = await keyFor('cleo');
    for (const { status, body } of [await exchanged(key), await exchanged(key)]) {
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        issued_token_type: ACCESS_TOKEN,
      });
      expect(claimsOf(body.access_token)).toMatchObject({
        sub: 'cleo',
        role: 'CLIENT_PARTICIPANT',
        conversation_id: 'c1',
      });
      const own = await tidings.call('GET', '/conversations/c1', { token: body.access_token });
      expect(own.status).toBe(200);
    }
  });

  test('a newer key leaves the older one good', async () => {
    const [older, newer] = [await keyFor('cleo'), await keyFor('cleo')];
    expect(older).not.toBe(newer);
    expect([(await exchanged(older)).status, (await exchanged(newer)).status]).toEqual([200, 200]);
  });

  test('is good in its own tenant alone', async () => {
    const other = await createTenant(tidings, 'other');
    const { body } = await exchanged(await keyFor('cleo'), CLIENT_AUTH_KEY, other.tenantId);
    expect(body.error).toBe('invalid_grant');
  });

  test('and the access it gave are dead with the participant', async () => {
    const key = await keyFor('dora');
    const token = (await exchanged(key)).body.access_token;
    expect((await tidings.call('GET', '/conversations/c1', { token })).status).toBe(200);
    await tidings.call('DELETE', '/conversations/c1/participants/dora', { token: acme.owner.token });
    expect((await tidings.call('GET', '/conversations/c1', { token })).status).toBe(401);
    expect((await exchanged(key)).body.error).toBe('invalid_grant');
  });
});

describe('an exchange', () => {
  test.each([
    'urn:ietf:params:oauth:token-type:refresh_token',
    'urn:ietf:params:oauth:token-type:jwt',
    'client-auth-key',
  ])('of %s is not possible', async (type) => {
    const { status, body } = await exchanged(acme.owner.token, type);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.errors[0].path).toBe('subject_token_type');
  });
  test('needs both what and of which kind', async () => {
    for (const more of [{ subject_token: 'x' }, { subject_token_type: CLIENT_AUTH_KEY }, {}]) {
      const { body } = await requestToken(tidings, acme.tenantId, {
        grant_type: EXCHANGE,
        ...(more as Record<string, string>),
      });
      expect(body.error).toBe('invalid_request');
    }
  });
});
