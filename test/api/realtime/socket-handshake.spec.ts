import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rejections } from '../../../src/catalogue/errors/rejections.js';
import { type Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listen, listenAs, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let user: Caller;
let key: Caller;
let client: Caller;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await acme.conversationWithClient('c1');
  [user, key, client] = await Promise.all([acme.user('uma'), acme.apiKey(), acme.client('c1')]);
});
afterAll(() => tidings.close());

const refused = (auth: unknown, headers: Record<string, string> = {}) =>
  refusal(tidings.url, { auth: auth as { [key: string]: unknown }, extraHeaders: headers });

describe('a socket is let in', () => {
  test.each([
    ['an owner', () => acme.owner],
    ['a user', () => user],
    ['an API key', () => key],
    ['a client', () => client],
  ])('with the token of %s', async (_, who) => {
    const listener = await listenAs(tidings.url, who().token);
    expect(await listener.ask('PING')).toMatchObject({ ok: true });
    listener.close();
  });

  test('with an API key in its header', async () => {
    const listener = await listen(tidings.url, { extraHeaders: { 'x-api-key': key.token } });
    expect(await listener.subscribe('conversations')).toMatchObject({ ok: true });
    listener.close();
  });

  test.each<[string, () => Parameters<typeof listen>[1]]>([
    ['in Authorization', () => ({ extraHeaders: { authorization: `Bearer ${user.token}` } })],
    ['with its scheme in auth.token', () => ({ auth: { token: `Bearer ${user.token}` } })],
  ])('with a token %s', async (_, options) => {
    const listener = await listen(tidings.url, options());
    expect(await listener.ask('PING')).toMatchObject({ ok: true });
    listener.close();
  });

  test('from a page of another origin, with the cookie of a sticky balancer', async () => {
    const headers = { origin: 'https://other.example' };
    const { headers: given } = await fetch(`${tidings.url}/socket.io/?EIO=4&transport=polling`, { headers });
    expect(given.get('access-control-allow-origin')).toBe('https://other.example');
    expect(given.get('access-control-allow-credentials')).toBe('true');
  });

  test('over polling as over a web-socket', async () => {
    const listener = await listenAs(tidings.url, key.token, { transports: ['polling'] });
    await listener.subscribe('conversations/c1');
    await acme.post('c1');
    await listener.next('NEW_MESSAGE');
    listener.close();
  });
});

describe('a socket is turned away, with the body of an error', () => {
  const forged = () => {
    const [header, , signature] = acme.owner.token.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'me', tenant_id: acme.tenantId, role: 'OWNER' }));
    return [header, claims.toString('base64url'), signature].join('.');
  };

  test.each<[string, () => unknown, Record<string, string>?]>([
    ['no credential', () => ({})],
    ['an empty token', () => ({ token: '' })],
    ['a token that is no text', () => ({ token: { $ne: 1 } })],
    ['a forged token', () => ({ token: forged() })],
    ['some text', () => ({ token: 'open sesame' })],
    ['a key that was never given', () => ({}), { 'x-api-key': 'tdg_nothing' }],
    ['a token under another name', () => ({ access_token: acme.owner.token })],
  ])('when it brings %s', async (_, auth, headers) => {
    expect(await refused(auth(), headers)).toEqual({
      code: 'errors.unauthenticated',
      message: rejections['errors.unauthenticated'].en,
      request_id: expect.any(String),
    });
  });

  test('when its two credentials are of different principals', async () => {
    expect(await refused({ token: user.token }, { 'x-api-key': key.token })).toMatchObject({
      code: 'errors.credentials.ambiguous',
    });
  });

  test('in German where that is preferred', async () => {
    expect(await refused({}, { 'accept-language': 'de' })).toMatchObject({
      message: rejections['errors.unauthenticated'].de,
    });
  });

  test('when its user was deleted', async () => {
    const gone = await acme.user('gone');
    await acme.owner.mustCall('DELETE', `/users/${gone.id}`);
    expect(await refused({ token: gone.token })).toMatchObject({ code: 'errors.unauthenticated' });
  });

  test('when its key was deleted', async () => {
    const gone = await acme.apiKey();
    await acme.owner.mustCall('DELETE', `/api-keys/${gone.id}`);
    expect(await refused({ token: gone.token })).toMatchObject({ code: 'errors.unauthenticated' });
  });

  test('when its client was removed', async () => {
    await acme.conversationWithClient('c2');
    const gone = await acme.client('c2');
    await acme.owner.mustCall('DELETE', `/conversations/c2/participants/${gone.id}`);
    expect(await refused({ token: gone.token })).toMatchObject({ code: 'errors.unauthenticated' });
  });
});
