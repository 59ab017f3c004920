import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aUserinfoStage,
  exchangeAs,
  exchangeForeign,
  FOREIGN_TOKEN,
  saying,
  type UserinfoStage,
  vouching,
} from '../../fixtures/identity-provider.js';
import { mailsTo } from '../../fixtures/password-mails.js';
import type { Tenant } from '../../fixtures/tenant.js';
import { ACCESS_TOKEN, claimsOf, signIn } from '../../fixtures/tokens.js';
import type { Receiver } from '../../support/servers/webhook-receiver.js';

let stage: UserinfoStage;
let provider: Receiver;
let acme: Tenant;
beforeAll(async () => {
  stage = await aUserinfoStage();
  ({ provider, acme } = stage);
});
afterAll(() => stage.close());
beforeEach(() => provider.answers(() => 401));

const exchange = (tenant = acme, token?: string) => exchangeForeign(stage.tidings, tenant, token);
const usersOf = async ({ owner }: Tenant, email: string) =>
  (await owner.call('GET', '/users?limit=1000')).body.users.filter((user: { email: string }) => user.email === email);

describe('an access token of the tenant’s identity provider', () => {
  test('signs in the user of its e-mail address, by the answer of the userinfo endpoint', async () => {
    const uma = await acme.user('uma');
    provider.answers(saying({ sub: '1', email: 'UMA@acme.example', email_verified: true }));
    const before = provider.received.length;
    const { status, body, headers } = await exchange();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', issued_token_type: ACCESS_TOKEN });
    expect(claimsOf(body.access_token)).toMatchObject({ sub: uma.id, role: 'USER', tenant_id: acme.tenantId });
    expect((await stage.tidings.call('GET', '/users/me', { token: body.access_token })).status).toBe(200);
    const refreshed = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const form = new URLSearchParams(refreshed).toString();
    const path = `/auth/${acme.tenantId}/oauth2/token`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await stage.tidings.call('POST', path, { raw: form, headers: type })).status).toBe(200);
    const asked = provider.received.slice(before);
    expect(asked.map(({ path: at, headers: sent }) => [at, sent.authorization])).toEqual([
      ['/hook', `Bearer ${FOREIGN_TOKEN}`],
    ]);
  });

  test('signs in an invited user, who has set no password', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'invited@acme.example' });
    provider.answers(vouching({ email: 'invited@acme.example' }));
    const { body } = await exchange();
    expect((await stage.tidings.call('GET', '/users/me', { token: body.access_token })).status).toBe(200);
    expect((await signIn(stage.tidings, acme.tenantId, 'invited@acme.example')).body.error).toBe('invalid_grant');
  });

  test('signs in a user of any domain who exists', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'guest@other.example' });
    provider.answers(vouching({ email: 'guest@other.example' }));
    expect((await exchange()).status).toBe(200);
  });

  test('is of the user whom its subject was bound to at first, whatever its e-mail address', async () => {
    const of = async (claims: object) => {
      provider.answers(saying({ email_verified: true, ...claims }));
      return claimsOf((await exchange()).body.access_token).sub;
    };
    const first = await of({ sub: 'bound', email: 'subject@acme.example' });
    expect(await of({ sub: 'bound', email: 'moved@acme.example' })).toBe(first);
    expect(await of({ sub: 'bound', email: 'olga@acme.example' })).toBe(first);
    expect(await of({ sub: 'bound', email: undefined, email_verified: undefined })).toBe(first);
    expect(await usersOf(acme, 'moved@acme.example')).toEqual([]);
  });

  test('of another subject with the same e-mail address is of another person', async () => {
    provider.answers(saying({ sub: 'first', email: 'recycled@acme.example', email_verified: true }));
    expect((await exchange()).status).toBe(200);
    provider.answers(saying({ sub: 'second', email: 'recycled@acme.example', email_verified: true }));
    expect((await exchange()).body.error).toBe('invalid_grant');
  });

  test('signs in no owner by the e-mail address alone', async () => {
    const petra = await acme.user('petra', 'OWNER');
    await acme.owner.mustCall('POST', '/users', { email: 'invited-owner@acme.example', role: 'OWNER' });
    for (const email of ['olga@acme.example', petra.email, 'invited-owner@acme.example']) {
      provider.answers(vouching({ email }));
      expect((await exchange()).body.error).toBe('invalid_grant');
    }
    provider.answers(vouching({ email: petra.email }));
    for (const who of [acme.owner, await acme.apiKey(), await acme.user('pia')])
      expect((await exchangeAs(who, acme)).body.error).toBe('invalid_grant');
  });

  test('signs in an owner who was bound: signed in here at first, or before the role', async () => {
    const quinn = await acme.user('quinn', 'OWNER');
    provider.answers(vouching({ email: quinn.email }));
    expect(claimsOf((await exchangeAs(quinn, acme)).body.access_token)).toMatchObject({ sub: quinn.id, role: 'OWNER' });
    expect((await exchange()).status).toBe(200);
    const rita = await acme.user('rita');
    provider.answers(vouching({ email: rita.email }));
    await exchange();
    await acme.owner.mustCall('PATCH', `/users/${rita.id}`, { role: 'OWNER' });
    expect(claimsOf((await exchange()).body.access_token)).toMatchObject({ sub: rita.id, role: 'OWNER' });
  });

  test('needs no word on the address where the tenant trusts its provider, and none that denies it', async () => {
    const trusting = await stage.configured('trusting', '/hook', ['acme.example']);
    provider.answers(saying({ sub: '1', email: 'ada@acme.example' }));
    expect((await exchange(trusting)).body.error).toBe('invalid_grant');
    const patch = { token_exchange_trust_email: true };
    expect((await trusting.owner.mustCall('PATCH', '/tenant', patch)).body).toMatchObject(patch);
    expect((await exchange(trusting)).status).toBe(200);
    provider.answers(saying({ sub: '2', email: 'ben@acme.example', email_verified: false }));
    expect((await exchange(trusting)).body.error).toBe('invalid_grant');
  });

  test('is none of another tenant, which has an endpoint of its own', async () => {
    const other = await stage.configured('other', '/other', ['other.example']);
    provider.answers((received) => (received.path === '/other' ? 401 : vouching({ email: 'ada@acme.example' })()));
    expect((await exchange(other)).body.error).toBe('invalid_grant');
    expect((await exchange()).status).toBe(200);
  });
});

describe('a first sign-in', () => {
  test('creates the user with the names of the claims, in the role USER, without an invitation', async () => {
    const email = 'First.Person@acme.example';
    provider.answers(vouching({ email, given_name: 'Ada', family_name: 'Byron', role: 'OWNER', tenant_id: 'x' }));
    const { status, body } = await exchange();
    expect(status).toBe(200);
    const token = body.access_token;
    const { sub } = claimsOf(token);
    expect((await stage.tidings.call('GET', '/users/me', { token })).body).toMatchObject({
      ...{ id: sub, tenant_id: acme.tenantId, email, role: 'USER', firstname: 'Ada', lastname: 'Byron' },
    });
    expect((await stage.tidings.call('GET', '/users', { token })).status).toBe(403);
    expect(claimsOf((await exchange()).body.access_token).sub).toBe(sub);
    // An invitation that is sent after this one would have come.
    await acme.owner.mustCall('POST', '/users', { email: 'later@acme.example' });
    await expect.poll(() => mailsTo(stage.tidings, 'later@acme.example').length).toBe(1);
    expect(mailsTo(stage.tidings, email)).toEqual([]);
  });

  test('ten times at once creates one user, and all ten are in', async () => {
    const email = 'ten@acme.example';
    provider.answers(vouching({ email }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => claimsOf(body.access_token).sub)).size).toBe(1);
    expect(await usersOf(acme, email)).toHaveLength(1);
  });

  test('after a deletion makes another user, who is nobody that was there before', async () => {
    const email = 'again@acme.example';
    provider.answers(vouching({ email }));
    const first = claimsOf((await exchange()).body.access_token).sub;
    await acme.owner.mustCall('PATCH', `/users/${first}`, { role: 'OWNER' });
    await acme.owner.mustCall('DELETE', `/users/${first}`);
    const { access_token } = (await exchange()).body;
    expect(claimsOf(access_token)).toMatchObject({ sub: expect.not.stringMatching(first), role: 'USER' });
    expect((await acme.owner.call('GET', `/users/${first}`)).status).toBe(404);
  });

  test.each([
    'x@evil-acme.example',
    'x@acme.example.evil.example',
    'x@sub.acme.example',
    'x@acme.exampl',
    'x@xn--acme-hva.example',
    'x@acme.example@evil.example',
    '"x@acme.example"@evil.example',
    'x@асme.example',
    'x@acme.example ',
    'x@acme.example\n',
    'acme.example',
    '@acme.example',
    `${'x'.repeat(64)}@${'a'.repeat(190)}acme.example`,
  ])('of %j is refused', async (email) => {
    provider.answers(vouching({ email, email_verified: true }));
    const { status, body } = await exchange();
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(await usersOf(acme, email)).toEqual([]);
  });

  test('of any domain is refused where the tenant lists none', async () => {
    const none = await stage.configured('none', '/hook', []);
    provider.answers(vouching({ email: 'x@acme.example' }));
    expect((await exchange(none)).body.error).toBe('invalid_grant');
  });

  test.each([
    ['too long', { given_name: '𝒳'.repeat(101) }, { firstname: '𝒳'.repeat(100) }],
    ['no text', { given_name: ['Ada'], family_name: 7 }, {}],
    ['empty', { given_name: '', family_name: '  ' }, {}],
    ['unstorable', { given_name: 'a\u0000b', family_name: '\ud800' }, {}],
  ])('with a name that is %s creates the user all the same', async (what, names, expected) => {
    const email = `name-${what.replace(' ', '-')}@acme.example`;
    provider.answers(vouching({ email, ...names }));
    expect((await exchange()).status).toBe(200);
    const [user] = await usersOf(acme, email);
    expect({ firstname: user.firstname, lastname: user.lastname }).toEqual({ ...expected });
  });
});
