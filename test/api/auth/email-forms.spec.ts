import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { confirmEmail } from '../../fixtures/emails.js';
import { mailsTo, tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, signUpBody, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'mails');
});
afterAll(() => tidings.close());

const create = (email: string) => acme.owner.call('POST', '/users', { email, password: PASSWORD });

describe('the e-mail address of a user', () => {
  test('may have an international domain, and is shown as given', async () => {
    const created = await create('Info@müller.de');
    expect([created.status, created.body.email]).toEqual([201, 'Info@müller.de']);
    for (const same of ['info@müller.de', 'INFO@MÜLLER.DE', 'info@xn--mller-kva.de', ' info@müller.de']) {
      expect((await create(same)).body.code).toBe('errors.user.exists');
      expect((await signIn(tidings, acme.tenantId, same)).status).toBe(200);
    }
  });

  test('is known with blanks around it, wherever it is typed', async () => {
    const { body } = await create(' \tben@acme.example\u00a0\n');
    expect(body.email).toBe('ben@acme.example');
    expect((await signIn(tidings, acme.tenantId, '  ben@acme.example ')).status).toBe(200);
    const patched = await acme.owner.call('PATCH', `/users/${body.id}`, { email: ' benno@acme.example ' });
    expect(patched.body.pending_email).toBe('benno@acme.example');
    const link = await tokenSentTo(tidings, 'benno@acme.example');
    expect((await confirmEmail(tidings, acme.tenantId, link)).status).toBe(204);
    const options = `/auth/${acme.tenantId}/options?email=%20benno%40acme.example%20`;
    expect((await tidings.call('GET', options)).status).toBe(200);
    const reset = `/auth/${acme.tenantId}/password-reset`;
    expect((await tidings.call('POST', reset, { body: { email: ' Benno@acme.example' } })).status).toBe(204);
    const token = await tokenSentTo(tidings, 'benno@acme.example', [link]);
    const set = { email: 'benno@acme.example ', password: 'another quiet river', token };
    expect((await tidings.call('POST', `${reset}/set`, { body: set })).status).toBe(204);
  });

  test('of a sign-up likewise', async () => {
    const body = signUpBody('mailsother', { user_email: ' Olga@Bücher.example ' });
    const { status, body: signedUp } = await tidings.call('POST', '/signup', { body });
    expect(status).toBe(201);
    const owner = await signIn(tidings, signedUp.tenant_id, 'olga@xn--bcher-kva.example');
    const me = await tidings.call('GET', '/users/me', { token: owner.body.access_token });
    expect(me.body.email).toBe('Olga@Bücher.example');
  });

  test('is where mails go, with its domain in ASCII', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'invited@straße.example' });
    const sent = await until(() => mailsTo(tidings, 'invited@xn--strae-oqa.example')[0]);
    expect(sent).toContain('To: invited@xn--strae-oqa.example');
  });
});

test('the e-mail address of a participant likewise', async () => {
  const people = [client('c', { email: ' Cleo@Müller.de ' })];
  const { answer } = await acme.conversation('mailed', { participants: people });
  expect(answer.status).toBe(201);
  const { body } = await acme.owner.call('GET', '/conversations/mailed/participants/c');
  expect(body.email).toBe('Cleo@Müller.de');
  await acme.owner.call('POST', '/conversations/mailed/participants/notify', { channels: ['EMAIL'] });
  expect(await until(() => mailsTo(tidings, 'Cleo@xn--mller-kva.de')[0])).toBeDefined();
});
