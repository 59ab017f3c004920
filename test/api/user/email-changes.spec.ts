import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { HOUR } from '../../../src/kernel/instant.js';
import { confirmEmail, moveUser, requestEmail } from '../../fixtures/emails.js';
import { linkIn, mailsTo, plain, tokenIn } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const patch = (id: string, body: object, who = acme.owner) => who.call('PATCH', `/users/${id}`, body);
const confirm = (token: string, tenantId = acme.tenantId) => confirmEmail(tidings, tenantId, token);
const request = (id: string, email: string) => requestEmail(tidings, acme.owner, id, email);
const read = async (id: string) => (await acme.owner.call('GET', `/users/${id}`)).body;
const textsTo = (email: string) => mailsTo(tidings, email).map(plain);

describe('an e-mail that changes', () => {
  test('holds once its link is followed; the old address is told before and after, and is free again', async () => {
    const fritz = await acme.user('fritz');
    const { body } = await patch(fritz.id, { email: 'Fred@acme.example' });
    expect(body).toMatchObject({ email: fritz.email, pending_email: 'Fred@acme.example' });
    await expect.poll(() => mailsTo(tidings, 'Fred@acme.example').length).toBe(1);
    const [mail = ''] = mailsTo(tidings, 'Fred@acme.example');
    expect(linkIn(mail)).toBe(`http://127.0.0.1:3000/app/email?tenant=${acme.tenantId}#token=${tokenIn(mail)}`);
    await expect.poll(() => textsTo(fritz.email).join()).toContain('becomes Fred@acme.example once its link');
    expect((await signIn(tidings, acme.tenantId, 'fred@acme.example')).body.error).toBe('invalid_grant');
    expect((await signIn(tidings, acme.tenantId, fritz.email)).status).toBe(200);

    expect((await confirm(tokenIn(mail))).status).toBe(204);
    expect(await read(fritz.id)).toMatchObject({ email: 'Fred@acme.example' });
    expect(await read(fritz.id)).not.toHaveProperty('pending_email');
    const { access_token, id_token } = (await signIn(tidings, acme.tenantId, 'fred@acme.example')).body;
    expect([claimsOf(access_token).sub, claimsOf(id_token).email]).toEqual([fritz.id, 'Fred@acme.example']);
    expect((await signIn(tidings, acme.tenantId, fritz.email)).body.error).toBe('invalid_grant');
    await expect.poll(() => textsTo(fritz.email).join()).toContain('is now Fred@acme.example');
    expect((await confirm(tokenIn(mail))).status, 'again it changes nothing').toBe(204);

    const again = await acme.user('fritz');
    expect(again.id).not.toBe(fritz.id);
    expect((await patch(fritz.id, { email: 'FRITZ@acme.example' })).body.code).toBe('errors.user.exists');
  });

  test('in its spelling alone changes at once', async () => {
    const gerd = await acme.user('gerd');
    expect((await patch(gerd.id, { email: 'GERD@acme.example' })).body).toMatchObject({ email: 'GERD@acme.example' });
    expect(await read(gerd.id)).not.toHaveProperty('pending_email');
  });

  test('of ten users at once who want one, one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, (_, n) => acme.user(`wants-${n}`)));
    for (const { id } of users) expect((await patch(id, { email: 'wanted@acme.example' })).status).toBe(200);
    await expect.poll(() => mailsTo(tidings, 'wanted@acme.example').length).toBe(10);
    const tokens = mailsTo(tidings, 'wanted@acme.example').map(tokenIn);
    const answers = await Promise.all(tokens.map((token) => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)]);
  });
});

describe('a link', () => {
  test('ends when another address is wanted, the old one is kept, or the user is gone', async () => {
    const hans = await acme.user('hans');
    const first = await request(hans.id, 'hans.one@acme.example');
    const second = await request(hans.id, 'hans.two@acme.example');
    expect((await confirm(first)).body.code).toBe('errors.token.invalid');
    await patch(hans.id, { email: hans.email });
    expect((await confirm(second)).body.code).toBe('errors.token.invalid');
    const third = await request(hans.id, 'hans.two@acme.example');
    await acme.owner.mustCall('DELETE', `/users/${hans.id}`);
    expect((await confirm(third)).body.code).toBe('errors.token.invalid');
  });

  test('is sent again with the same address, ten times an hour at most', async () => {
    const ida = await acme.user('ida');
    for (let n = 1; n <= limits.emailLinksPerHour + 2; n++) await patch(ida.id, { email: 'ida.new@acme.example' });
    await request((await acme.user('ina')).id, 'ina.new@acme.example');
    expect(mailsTo(tidings, 'ida.new@acme.example')).toHaveLength(limits.emailLinksPerHour);
  });

  test('is good for a day, in its tenant alone, and unchanged', async () => {
    const jan = await acme.user('jan');
    const other = await createTenant(tidings, 'other');
    const token = await request(jan.id, 'jan.new@acme.example');
    for (const wrong of ['x', '%00', `${token}x`, token.slice(1), token.toLowerCase(), jan.token, 'A'.repeat(1_500)])
      expect((await confirm(wrong)).body.code, wrong.slice(0, 20)).toBe('errors.token.invalid');
    expect((await confirm(token, other.tenantId)).body.code).toBe('errors.token.invalid');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limits.emailTokenHours * HOUR + 1_000 });
    expect((await confirm(token)).body.code).toBe('errors.token.invalid');
  });
});

test('an API key asks for a change in the same way', async () => {
  const key = await acme.apiKey();
  const kai = await acme.user('kai');
  const token = await requestEmail(tidings, key, kai.id, 'kai.new@acme.example');
  expect((await read(kai.id)).email).toBe(kai.email);
  expect((await confirm(token)).status).toBe(204);
  expect((await read(kai.id)).email).toBe('kai.new@acme.example');
});

test('mails speak the language of the user', async () => {
  const lena = await acme.user('lena');
  await lena.mustCall('PUT', `/users/${lena.id}/preferences`, { preferred_language: 'DE' });
  await moveUser(tidings, acme.tenantId, acme.owner, lena.id, 'lena.new@acme.example');
  expect(textsTo('lena.new@acme.example').join()).toContain('innerhalb von 24 Stunden');
  await expect.poll(() => textsTo(lena.email).join()).toContain('ist jetzt lena.new@acme.example');
});
