import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, signUpBody } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

const signUp = (body: object, headers: Record<string, string> = {}) =>
  tidings.call('POST', '/signup', { body, headers });

describe('signing up', () => {
  test('makes a tenant and its first owner, who can sign in', async () => {
    const { status, headers, body } = await signUp({
      ...signUpBody('first'),
      user_firstname: 'Olga',
      user_lastname: 'Ö',
      preferred_language: 'de',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/v1/tenant');
    expect(body.frontend_url).toBe(`http://127.0.0.1:3000/app?tenant=${body.tenant_id}`);
    const token = (await signIn(tidings, body.tenant_id, 'OLGA@acme.example')).body.access_token;
    const me = await tidings.call('GET', '/users/me', { token });
    expect(me.body).toMatchObject({
      id: body.user_id,
      tenant_id: body.tenant_id,
      email: 'Olga@acme.example',
      role: 'OWNER',
      firstname: 'Olga',
      lastname: 'Ö',
    });
    expect(me.text).not.toContain('argon2');
  });

  test('a subdomain is given once, however the rest differs', async () => {
    expect((await signUp(signUpBody('taken'))).status).toBe(201);
    const again = await signUp(signUpBody('taken', { user_email: 'other@acme.example', tenant_name: 'Other' }));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'errors.tenant.exists',
      errors: [
        {
          path: 'tenant_subdomain',
          code: 'errors.field.taken',
          message: '“taken” is taken. Choose another value.',
          details: { value: 'taken' },
        },
      ],
    });
  });

  test.each(['www', 'mail', 'autodiscover', 'wpad', 'mta-sts', 'xn--pypal-4ve'])(
    'nobody is called %s',
    async (name) => {
      const { status, body } = await signUp(signUpBody(name));
      expect([status, body.errors]).toEqual([
        400,
        [expect.objectContaining({ path: 'tenant_subdomain', code: 'errors.field.reserved' })],
      ]);
    },
  );

  test('nobody is called like another one’s client app', async () => {
    expect((await signUp(signUpBody('harbour'))).status).toBe(201);
    expect((await signUp(signUpBody('harbour-client'))).status).toBe(409);
    expect((await signUp(signUpBody('pier-client'))).status).toBe(201);
    expect((await signUp(signUpBody('pier'))).status).toBe(409);
    expect((await signUp(signUpBody('pier'))).status).toBe(409);
  });

  test('of twenty at once one gets the subdomain', async () => {
    const bodies = Array.from({ length: 20 }, (_, i) => signUpBody('race', { user_email: `u${i}@acme.example` }));
    const statuses = (await Promise.all(bodies.map((body) => signUp(body)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  test('the same key and body answer the first answer again', async () => {
    const headers = { 'idempotency-key': 'sign-up-1' };
    const first = await signUp(signUpBody('keyed'), headers);
    const again = await signUp(signUpBody('keyed'), headers);
    expect(first.status).toBe(201);
    const { login_code, ...known } = first.body;
    expect(login_code).toMatch(/^tdl_/);
    expect(again).toMatchObject({ status: 201, body: known });
    expect(again.body).not.toHaveProperty('login_code');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('the same e-mail may found another tenant', async () => {
    const [one, two] = [await createTenant(tidings, 'one'), await createTenant(tidings, 'two')];
    expect(one.owner.id).not.toBe(two.owner.id);
  });
});

describe('what is wrong with a sign-up is told at its field', () => {
  const wrong: readonly [string, unknown, string][] = [
    ['tenant_name', 'ab', 'errors.field.length'],
    ['tenant_name', 'a'.repeat(21), 'errors.field.length'],
    ['tenant_name', ' Acme', 'errors.field.pattern'],
    ['tenant_name', 'Acme!', 'errors.field.pattern'],
    ['tenant_name', 'Ácme', 'errors.field.pattern'],
    ['tenant_subdomain', 'ab', 'errors.field.length'],
    ['tenant_subdomain', 'Acme', 'errors.field.pattern'],
    ['tenant_subdomain', '-acme', 'errors.field.pattern'],
    ['tenant_subdomain', 'a.me', 'errors.field.pattern'],
    ['user_email', 'olga', 'errors.field.format'],
    ['user_email', `${'a'.repeat(250)}@b.de`, 'errors.field.length'],
    ['user_password', 'short12', 'errors.field.length'],
    ['user_password', 'x'.repeat(129), 'errors.field.length'],
    ['user_password', 'PassWord123', 'errors.field.too_common'],
    ['user_password', 12_345_678, 'errors.field.type'],
    ['user_firstname', '', 'errors.field.length'],
    ['user_lastname', null, 'errors.field.null'],
    ['preferred_language', 'DE', 'errors.field.choice'],
    ['preferred_language', 'fr', 'errors.field.choice'],
    ['role', 'OWNER', 'errors.field.unknown'],
  ];
  test.each(wrong)('%s %j is %s', async (path, value, code) => {
    const { status, body } = await signUp(signUpBody('wrong', { [path]: value }));
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ path, code })]);
  });

  test('all of it at once', async () => {
    const { status, body } = await signUp({});
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'tenant_name',
      'tenant_subdomain',
      'user_email',
      'user_password',
    ]);
  });

  test('and nothing was taken by it', async () => expect((await signUp(signUpBody('wrong'))).status).toBe(201));

  test('a password may have 128 letters of any script', async () => {
    const password = '🐦'.repeat(128);
    const { body } = await signUp(signUpBody('birds', { user_password: password }));
    expect((await signIn(tidings, body.tenant_id, 'olga@acme.example', password)).status).toBe(200);
    expect((await signIn(tidings, body.tenant_id, 'olga@acme.example', '🐦'.repeat(127))).status).toBe(400);
  });
});

describe('where the deployment sets invite codes', () => {
  let invited: Tidings;
  beforeAll(async () => {
    invited = await startTidings({ SIGNUP_INVITE_CODES: 'spring, summer', PUBLIC_URL: 'https://tidings.example' });
  });
  afterAll(() => invited.close());

  test.each([undefined, 'autumn', 'SPRING'])('%j is refused', async (code) => {
    const more = code === undefined ? {} : { signup_invite_code: code };
    const { status, body } = await invited.call('POST', '/signup', { body: signUpBody('acme', more) });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'errors.invite_code.invalid', errors: [{ path: 'signup_invite_code' }] });
  });

  test('a code lets in, and lets in again', async () => {
    for (const subdomain of ['acme', 'acme2']) {
      const body = signUpBody(subdomain, { signup_invite_code: 'summer' });
      const made = await invited.call('POST', '/signup', { body });
      expect(made).toMatchObject({ status: 201, body: { frontend_url: `https://${subdomain}.tidings.example` } });
    }
  });
});

test('passwords are compared as letters, however they were typed', async () => {
  const { body } = await signUp(signUpBody('typed', { user_password: 'Grüner Fluss am Abend' }));
  expect((await signIn(tidings, body.tenant_id, 'olga@acme.example', 'Grüner Fluss am Abend')).status).toBe(200);
  expect((await signIn(tidings, body.tenant_id, 'olga@acme.example', PASSWORD)).status).toBe(400);
});
