import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aUserinfoStage,
  exchangeForeign,
  FOREIGN_TOKEN,
  saying,
  type UserinfoStage,
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
    provider.answers(saying({ sub: '1', email: 'OLGA@acme.example', email_verified: true }));
    const before = provider.received.length;
    const { status, body, headers } = await exchange();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', issued_token_type: ACCESS_TOKEN });
    expect(claimsOf(body.access_token)).toMatchObject({ sub: acme.owner.id, role: 'OWNER', tenant_id: acme.tenantId });
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
    await acme.owner.mustCall('POST', '/users', { email: 'invited@acme.example', role: 'OWNER' });
    provider.answers(saying({ email: 'invited@acme.example' }));
    const { body } = await exchange();
    expect((await stage.tidings.call('GET', '/users', { token: body.access_token })).status).toBe(200);
    expect((await signIn(stage.tidings, acme.tenantId, 'invited@acme.example')).body.error).toBe('invalid_grant');
  });

  test('signs in a user of any domain who exists', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'guest@other.example' });
    provider.answers(saying({ email: 'guest@other.example' }));
    expect((await exchange()).status).toBe(200);
  });

  test('is of the user of its e-mail address, whatever its subject', async () => {
    const of = async (claims: object) => {
      provider.answers(saying(claims));
      return claimsOf((await exchange()).body.access_token).sub;
    };
    const email = 'subject@acme.example';
    const first = await of({ sub: '1', email });
    expect(await of({ sub: '2', email })).toBe(first);
    expect(await of({ sub: '1', email: 'olga@acme.example' })).toBe(acme.owner.id);
  });

  test('is none of another tenant, which has an endpoint of its own', async () => {
    const other = await stage.configured('other', '/other', ['other.example']);
    provider.answers((received) => (received.path === '/other' ? 401 : saying({ email: 'olga@acme.example' })()));
    expect((await exchange(other)).body.error).toBe('invalid_grant');
    expect((await exchange()).status).toBe(200);
  });
});

describe('a first sign-in', () => {
  test('creates the user with the names of the claims, in the role USER, without an invitation', async () => {
    const email = 'First.Person@acme.example';
    provider.answers(saying({ email, given_name: 'Ada', family_name: 'Byron', role: 'OWNER', tenant_id: 'x' }));
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
    provider.answers(saying({ email }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => claimsOf(body.access_token).sub)).size).toBe(1);
    expect(await usersOf(acme, email)).toHaveLength(1);
  });

  test('after a deletion makes another user, who is nobody that was there before', async () => {
    const email = 'again@acme.example';
    provider.answers(saying({ email }));
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
    provider.answers(saying({ email, email_verified: true }));
    const { status, body } = await exchange();
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(await usersOf(acme, email)).toEqual([]);
  });

  test('of any domain is refused where the tenant lists none', async () => {
    const none = await stage.configured('none', '/hook', []);
    provider.answers(saying({ email: 'x@acme.example' }));
    expect((await exchange(none)).body.error).toBe('invalid_grant');
  });

  test.each([
    ['too long', { given_name: '𝒳'.repeat(101) }, { firstname: '𝒳'.repeat(100) }],
    ['no text', { given_name: ['Ada'], family_name: 7 }, {}],
    ['empty', { given_name: '', family_name: '  ' }, {}],
    ['unstorable', { given_name: 'a\u0000b', family_name: '\ud800' }, {}],
  ])('with a name that is %s creates the user all the same', async (what, names, expected) => {
    const email = `name-${what.replace(' ', '-')}@acme.example`;
    provider.answers(saying({ email, ...names }));
    expect((await exchange()).status).toBe(200);
    const [user] = await usersOf(acme, email);
    expect({ firstname: user.firstname, lastname: user.lastname }).toEqual({ ...expected });
  });
});
