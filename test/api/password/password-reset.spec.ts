import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { HOUR } from '../../../src/kernel/instant.js';
import { moveUser } from '../../fixtures/emails.js';
import { linkIn, mailsTo, plain, tokenIn, tokenSentTo } from '../../fixtures/password-mails.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { exchangeKey, PASSWORD, refreshToken, signIn } from '../../fixtures/tokens.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { mistyped } from '../../support/openapi/mistyped.js';

const ANOTHER = 'a loud yellow mountain';

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  other = await createTenant(tidings, 'other');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

type Headers = Readonly<Record<string, string>>;
const reset = (email: string, headers: Headers = {}, { tenantId } = acme) =>
  tidings.call('POST', `/auth/${tenantId}/password-reset`, { body: { email }, headers });
const set = (email: string, token: string, password = ANOTHER, { tenantId } = acme, headers: Headers = {}) =>
  tidings.call('POST', `/auth/${tenantId}/password-reset/set`, { body: { email, password, token }, headers });
const code = async (answer: ReturnType<typeof set>) => (await answer).body?.code ?? (await answer).status;
const signsIn = async (email: string, password: string) =>
  (await signIn(tidings, acme.tenantId, email, password)).status;

/** The token of a link that a user asks for. */
async function asked(email: string): Promise<string> {
  const before = mailsTo(tidings, email).map(tokenIn);
  expect((await reset(email)).status).toBe(204);
  return tokenSentTo(tidings, email, before);
}

describe('a password that is forgotten', () => {
  test('is set by the link of a mail: the new one signs in, all sessions and sockets end', async () => {
    const ben = await acme.user('ben');
    const listener = await listenerOf(ben);
    const off = new Promise<void>((resolve) => listener.socket.on('disconnect', () => resolve()));
    const token = await asked('BEN@acme.example');
    const done = await set('Ben@acme.example', token);
    expect([done.status, done.text]).toEqual([204, '']);
    expect([await signsIn(ben.email, ANOTHER), await signsIn(ben.email, PASSWORD)]).toEqual([200, 400]);
    expect((await tidings.call('GET', '/users/me', { token: ben.token })).status).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, ben.refreshToken)).body.error).toBe('invalid_grant');
    await off;
  });

  test('is answered 204 for everyone, and mail goes to users alone', async () => {
    for (const email of ['nobody@acme.example', 'anna@elsewhere.example']) {
      const answer = await reset(email);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    await asked((await acme.user('last')).email);
    expect(mailsTo(tidings, 'nobody@acme.example')).toEqual([]);
  });

  test('writes a mail with the link of the tenant, whatever the request says of its host', async () => {
    const carl = await acme.user('carl');
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await reset(carl.email, evil);
    const token = await tokenSentTo(tidings, carl.email);
    const [mail = ''] = mailsTo(tidings, carl.email);
    expect(linkIn(mail)).toBe(`http://127.0.0.1:3000/reset?tenant=${acme.tenantId}#token=${token}`);
    expect(plain(mail)).toContain('Subject: Set a new password for Acme');
    expect(plain(mail)).toContain('within one hour');
    expect(plain(mail)).not.toContain('evil.example');
  });

  test('is mailed ten times an hour at most, and the last link stays valid', async () => {
    const flora = await acme.user('flora');
    for (let n = 1; n < limits.passwordMailsPerHour; n++) await asked(flora.email);
    const last = await asked(flora.email);
    for (let n = 0; n < 5; n++) expect((await reset(flora.email)).status).toBe(204);
    await asked((await acme.user('gina')).email);
    expect(mailsTo(tidings, flora.email)).toHaveLength(limits.passwordMailsPerHour);
    expect((await set(flora.email, last)).status).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 1_000 });
    await asked(flora.email);
  });

  test('speaks the language that the user prefers', async () => {
    const dora = await acme.user('dora');
    await dora.mustCall('PUT', `/users/${dora.id}/preferences`, { preferred_language: 'DE' });
    await asked(dora.email);
    expect(plain(mailsTo(tidings, dora.email)[0] ?? '')).toContain('innerhalb einer Stunde');
  });

  test.each([
    ['x', 404],
    ['0190a0a0-0000-7000-8000-000000000001', 404],
  ])('of tenant %s is %i', async (tenantId, status) => {
    expect((await reset('olga@acme.example', {}, { ...acme, tenantId })).status).toBe(status);
    expect((await set('olga@acme.example', 'x', ANOTHER, { ...acme, tenantId })).body.code).toBe(
      'errors.tenant.not_found',
    );
  });

  test.each([{ email: { $ne: '' } }, { email: ['olga@acme.example'] }, { email: 'x' }, {}, { email: '' }])(
    '%j is refused',
    async (body) =>
      expect((await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body })).status).toBe(400),
  );
});

describe('the token of a link', () => {
  let emil: SignedIn;
  let token: string;
  beforeAll(async () => {
    emil = await acme.user('emil');
    token = await asked(emil.email);
  });

  const attacks: Readonly<Record<string, () => Promise<unknown>>> = {
    'that is wrong': () => code(set(emil.email, mistyped(token))),
    'that is cut': () => code(set(emil.email, token.slice(0, -1))),
    'of another case': () => code(set(emil.email, token.toUpperCase())),
    'for another user': () => code(set('olga@acme.example', token)),
    'for nobody': () => code(set('nobody@acme.example', token)),
    'in another tenant': () => code(set(emil.email, token, ANOTHER, other)),
    'for the user of that address in another tenant': async () => {
      await other.user('emil');
      return code(set(emil.email, token, ANOTHER, other));
    },
    'that is an access token': () => code(set(emil.email, emil.token.slice(0, 100))),
    'that is a refresh token': () => code(set(emil.email, emil.refreshToken)),
  };
  test.each(Object.keys(attacks))('%s is refused', async (name) =>
    expect(await attacks[name]?.()).toBe('errors.token.invalid'),
  );

  test('is text', async () => {
    for (const wrong of [{ $ne: '' }, [token], 1, true, null, '', 'x'.repeat(101)]) {
      const body = { email: emil.email, password: ANOTHER, token: wrong };
      expect((await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body })).status).toBe(400);
    }
  });

  test('does not open anything else', async () => {
    expect((await tidings.call('GET', '/users/me', { token })).status).toBe(401);
    expect((await tidings.call('GET', '/users/me', { headers: { 'x-api-key': token } })).status).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, token)).body.error).toBe('invalid_grant');
    expect((await exchangeKey(tidings, acme.tenantId, token)).body.error).toBe('invalid_grant');
    expect((await signIn(tidings, acme.tenantId, emil.email, token)).body.error).toBe('invalid_grant');
  });

  test('sets no password that sign-up would refuse, and is not spent by one', async () => {
    const codes = ['short', 'password123', 'x'.repeat(129)].map(async (password) => {
      const { status, body } = await set(emil.email, token, password);
      return [status, body.errors[0].path];
    });
    for (const each of await Promise.all(codes)) expect(each).toEqual([400, 'password']);
    expect((await set(emil.email, token)).status).toBe(204);
  });

  test('is good once', async () => {
    expect(await code(set(emil.email, token, PASSWORD))).toBe('errors.token.invalid');
    expect(await signsIn(emil.email, ANOTHER)).toBe(200);
  });

  test('of ten requests at once lets one win, and its password counts', async () => {
    const frida = await acme.user('frida');
    const sent = await asked(frida.email);
    const passwords = Array.from({ length: 10 }, (_, n) => `${ANOTHER} ${n}`);
    const answers = await Promise.all(passwords.map((password) => set(frida.email, sent, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)]);
    const won = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
    expect(await signsIn(frida.email, won)).toBe(200);
  });

  test('ends with a newer one', async () => {
    const gerd = await acme.user('gerd');
    const [first, second] = [await asked(gerd.email), await asked(gerd.email)];
    expect(await code(set(gerd.email, first))).toBe('errors.token.invalid');
    expect(await code(set(gerd.email, second))).toBe(204);
  });

  test('ends after an hour', async () => {
    const hans = await acme.user('hans');
    const sent = await asked(hans.email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 1_000 });
    expect(await code(set(hans.email, sent))).toBe('errors.token.invalid');
    vi.setSystemTime(Date.now() - 60_000);
    expect(await code(set(hans.email, sent))).toBe(204);
  });

  test.each([
    ['another address', ({ id }: SignedIn) => moveUser(tidings, acme.tenantId, acme.owner, id, 'moved@acme.example')],
    ['another role', ({ id }: SignedIn) => acme.owner.mustCall('PATCH', `/users/${id}`, { role: 'OWNER' })],
  ])('ends with %s of the user', async (what, change) => {
    const user = await acme.user(`changes-${what.replace(' ', '-')}`);
    const sent = await asked(user.email);
    await change(user);
    for (const email of [user.email, 'moved@acme.example'])
      expect(await code(set(email, sent))).toBe('errors.token.invalid');
  });

  test('ends with the user', async () => {
    const ida = await acme.user('ida');
    const sent = await asked(ida.email);
    await acme.owner.mustCall('DELETE', `/users/${ida.id}`);
    expect(await code(set(ida.email, sent))).toBe('errors.token.invalid');
    await acme.user('ida');
    expect(await code(set(ida.email, sent))).toBe('errors.token.invalid');
  });

  test('under an Idempotency-Key answers again, and sets the password once', async () => {
    const jan = await acme.user('jan');
    const sent = await asked(jan.email);
    const key = { 'idempotency-key': 'jan' };
    expect((await set(jan.email, sent, ANOTHER, acme, key)).status).toBe(204);
    const again = await set(jan.email, sent, ANOTHER, acme, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
    expect((await set(jan.email, sent, PASSWORD, acme, key)).status).toBe(422);
  });
});

test('a restart forgets no token and revives none', async () => {
  const [quinn, rosa] = [await acme.user('quinn'), await acme.user('rosa')];
  const [spent, good] = [await asked(quinn.email), await asked(rosa.email)];
  expect(await code(set(quinn.email, spent))).toBe(204);
  tidings = await tidings.again();
  expect(await code(set(quinn.email, spent, PASSWORD))).toBe('errors.token.invalid');
  expect(await code(set(rosa.email, good))).toBe(204);
  expect(await signsIn(rosa.email, ANOTHER)).toBe(200);
});
