import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { DAY } from '../../../src/kernel/instant.js';
import type { Caller } from '../../fixtures/caller.js';
import { linkIn, mailsTo, plain, tokenIn, tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

const ANOTHER = 'a loud yellow mountain';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

type Headers = Readonly<Record<string, string>>;
const reset = (email: string) => tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email } });
const set = (email: string, token: string, password = ANOTHER) =>
  tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body: { email, password, token } });
const code = async (answer: ReturnType<typeof set>) => (await answer).body?.code ?? (await answer).status;
/** The token of a link that a user asks for. */
async function asked(email: string): Promise<string> {
  const before = mailsTo(tidings, email).map(tokenIn);
  expect((await reset(email)).status).toBe(204);
  return tokenSentTo(tidings, email, before);
}

describe('an invitation', () => {
  const invite = (email: string, headers: Headers = {}, body: object = {}) =>
    acme.owner.call('POST', '/users', { email, ...body }, headers);

  test('goes to each user without a password, who signs in once it is set', async () => {
    const email = 'klara@acme.example';
    expect((await invite(email, {}, { role: 'OWNER', firstname: 'Klara' })).status).toBe(201);
    const token = await tokenSentTo(tidings, email);
    const [mail = ''] = mailsTo(tidings, email);
    expect(plain(mail)).toContain('Subject: Your account at Acme');
    expect(linkIn(mail)).toBe(`http://127.0.0.1:3000/reset?tenant=${acme.tenantId}#token=${token}`);
    for (const password of ['', 'undefined', 'null', ANOTHER, token])
      expect((await signIn(tidings, acme.tenantId, email, password)).status).toBe(400);
    expect(await code(set(email, token))).toBe(204);
    const { body } = await signIn(tidings, acme.tenantId, email, ANOTHER);
    expect((await tidings.call('GET', '/users', { token: body.access_token })).status).toBe(200);
    expect(await code(set(email, token, PASSWORD))).toBe('errors.token.invalid');
  });

  describe('that is sent again', () => {
    const create = async (email: string) => (await invite(email)).body.id as string;
    const again = (id: string, who: Caller = acme.owner, headers: Headers = {}) =>
      who.call('POST', `/users/${id}/invitation`, undefined, headers);

    test('has a new link, which ends the earlier one', async () => {
      const email = 'anna@acme.example';
      const id = await create(email);
      const first = await tokenSentTo(tidings, email);
      const sent = await again(id, await acme.apiKey());
      expect([sent.status, sent.body.id, sent.body.email]).toEqual([202, id, email]);
      expect(sent.text).not.toContain('invitation');
      const second = await tokenSentTo(tidings, email, [first]);
      expect(await code(set(email, first))).toBe('errors.token.invalid');
      expect(await code(set(email, second))).toBe(204);
      const late = await again(id);
      expect([late.status, late.body.code]).toEqual([409, 'errors.user.has_password']);
    });

    test('is sent once for an Idempotency-Key, and good for seven days from then on', async () => {
      const email = 'berta@acme.example';
      const id = await create(email);
      const first = await tokenSentTo(tidings, email);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * DAY });
      const owner = await acme.signIn();
      const key = { 'idempotency-key': 'berta' };
      const answers = [await again(id, owner, key), await again(id, owner, key)];
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
      const second = await tokenSentTo(tidings, email, [first]);
      vi.setSystemTime(Date.now() + 6 * DAY);
      expect(mailsTo(tidings, email)).toHaveLength(2);
      expect(await code(set(email, second))).toBe(204);
    });

    test('is for an admin, and for a user of the tenant', async () => {
      const id = await create('carla@acme.example');
      const other = await createTenant(tidings, 'other');
      expect((await again(id, await acme.user('dan'))).status).toBe(403);
      expect((await again(id, other.owner)).body.code).toBe('errors.user.not_found');
      expect((await again('01a22275-0000-7000-8000-000000000000')).body.code).toBe('errors.user.not_found');
    });

    test('goes out ten times an hour at most', async () => {
      const email = 'dora@acme.example';
      const id = await create(email);
      const arrived = (count: number) => expect.poll(() => mailsTo(tidings, email).length).toBe(count);
      for (let n = 1; n < limits.passwordMailsPerHour; n++) {
        await arrived(n);
        expect((await again(id)).status).toBe(202);
      }
      await arrived(limits.passwordMailsPerHour);
      expect((await again(id)).status).toBe(202);
      await create('emma@acme.example');
      await tokenSentTo(tidings, 'emma@acme.example');
      await arrived(limits.passwordMailsPerHour);
    });
  });

  test('is good for seven days, beside resets that are asked for meanwhile', async () => {
    const email = 'lara@acme.example';
    await invite(email);
    const invitation = await tokenSentTo(tidings, email);
    const resetToken = await asked(email);
    await invite('late@acme.example');
    const late = await tokenSentTo(tidings, 'late@acme.example');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY - 60_000 });
    expect(await code(set(email, resetToken))).toBe('errors.token.invalid');
    expect(await code(set(email, invitation))).toBe(204);
    vi.setSystemTime(Date.now() + 120_000);
    expect(await code(set('late@acme.example', late))).toBe('errors.token.invalid');
  });

  test('ends with the first password that is set', async () => {
    const email = 'max@acme.example';
    await invite(email);
    const invitation = await tokenSentTo(tidings, email);
    expect(await code(set(email, await asked(email)))).toBe(204);
    expect(await code(set(email, invitation, PASSWORD))).toBe('errors.token.invalid');
  });

  test('is sent once under an Idempotency-Key, and to nobody with a password', async () => {
    const key = { 'idempotency-key': 'nina' };
    const made = await invite('nina@acme.example', key);
    expect((await invite('nina@acme.example', key)).body).toEqual(made.body);
    await invite('otto@acme.example', {}, { password: PASSWORD });
    await invite('paul@acme.example');
    await tokenSentTo(tidings, 'paul@acme.example');
    expect(mailsTo(tidings, 'nina@acme.example')).toHaveLength(1);
    expect(mailsTo(tidings, 'otto@acme.example')).toHaveLength(0);
  });
});
