import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { configOf } from '../../fixtures/oidc.js';
import { mailsTo, plain, tokenSentTo } from '../../fixtures/password-mails.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

/** The owner, as the address was given at the sign-up. */
const OWNER_EMAIL = 'Olga@acme.example';

let tidings: Tidings;
let acme: Tenant;
/** Owners with a confirmed address and without one. */
let proven: { readonly email: string };
let unproven: SignedIn;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  unproven = await acme.user('unproven', 'OWNER');
  proven = { email: 'proven@acme.example' };
  await acme.owner.mustCall('POST', '/users', { email: proven.email, role: 'OWNER' });
  const token = await tokenSentTo(tidings, proven.email);
  const set = { email: proven.email, password: 'a loud yellow mountain', token };
  await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body: set });
});
afterAll(() => tidings.close());

const textsTo = (email: string) => mailsTo(tidings, email).map(plain);
const told = (email: string, words: string) =>
  textsTo(email).filter((text) => text.replaceAll('\r\n', '\n').includes(words));
const provider = configOf('https://login.acme.example');

/** The owner who acts and the one with a confirmed address get one mail each, and no other owner. */
async function expectTold(words: string): Promise<void> {
  for (const email of [OWNER_EMAIL, proven.email]) await expect.poll(() => told(email, words).length).toBe(1);
  expect(told(unproven.email, words)).toEqual([]);
}

describe('owners are told of', () => {
  test('API keys that are created, renamed and deleted, by their ids', async () => {
    const { body } = await acme.owner.mustCall('POST', '/api-keys', { name: 'Importer' });
    const { key_id: id, api_key: secret } = body;
    await expectTold(`The API key ${id} of Acme was created by ${OWNER_EMAIL}.`);
    await acme.owner.mustCall('PATCH', `/api-keys/${id}`, { name: 'Other' });
    await expectTold(`The API key ${id} of Acme was renamed by ${OWNER_EMAIL}.`);
    await acme.owner.mustCall('DELETE', `/api-keys/${id}`);
    await expectTold(`The API key ${id} of Acme was deleted by ${OWNER_EMAIL}.`);
    const all = [OWNER_EMAIL, proven.email].flatMap(textsTo).join();
    expect(all).not.toContain(secret);
    expect(all).not.toContain('Importer');
  });

  test('OIDC configs that are created, changed and deleted', async () => {
    await acme.owner.mustCall('POST', '/oidc-configs', provider);
    await expectTold(`The OIDC config company of Acme was created by ${OWNER_EMAIL}.`);
    await acme.owner.mustCall('PATCH', '/oidc-configs/company', { client_id: 'other' });
    await expectTold(`The OIDC config company of Acme was changed by ${OWNER_EMAIL}.`);
    await acme.owner.mustCall('DELETE', '/oidc-configs/company');
    await expectTold(`The OIDC config company of Acme was deleted by ${OWNER_EMAIL}.`);
    expect([OWNER_EMAIL, proven.email].flatMap(textsTo).join()).not.toContain(provider.client_secret);
  });

  test('sign-in settings, and of no other setting', async () => {
    await acme.owner.mustCall('PATCH', '/tenant', { workflows_paused: true });
    await acme.owner.mustCall('PATCH', '/tenant', { sign_in: { sso: false } });
    await expectTold(`The sign-in settings of Acme were changed by ${OWNER_EMAIL}.`);
  });

  test('a new owner, and of another role; so is the user', async () => {
    const email = 'new@acme.example';
    const { body } = await acme.owner.mustCall('POST', '/users', { email, role: 'OWNER' });
    const created = `The user ${email} of Acme was created as an owner by ${OWNER_EMAIL}.`;
    await expectTold(created);
    expect(told(email, created)).toEqual([]);
    const ben = await acme.user('ben');
    await acme.owner.mustCall('PATCH', `/users/${ben.id}`, { role: 'OWNER' });
    const promoted = `The user ${ben.email} of Acme was given the role OWNER by ${OWNER_EMAIL}.`;
    await expectTold(promoted);
    await expect.poll(() => told(ben.email, promoted).length).toBe(1);
    await acme.owner.mustCall('PATCH', `/users/${ben.id}`, { role: 'USER' });
    const demoted = `The user ${ben.email} of Acme was given the role USER by ${OWNER_EMAIL}.`;
    await expectTold(demoted);
    await expect.poll(() => told(ben.email, demoted).length).toBe(1);
    await acme.owner.mustCall('DELETE', `/users/${body.id}`);
  });

  test('changes by an API key, which is named by its id', async () => {
    const key = await acme.apiKey();
    const { body } = await key.mustCall('POST', '/api-keys', {});
    await expect
      .poll(() => told(proven.email, `The API key ${body.key_id} of Acme was created by the API key ${key.id}.`).length)
      .toBe(1);
    expect(told(OWNER_EMAIL, body.key_id)).toEqual([]);
  });
});

test('the mails speak the language of the owner and have no link', async () => {
  await acme.owner.mustCall('PUT', `/users/${acme.owner.id}/preferences`, { preferred_language: 'DE' });
  const { body } = await acme.owner.mustCall('POST', '/api-keys', {});
  const words = `der API-Schlüssel ${body.key_id} von Acme wurde von ${OWNER_EMAIL} angelegt.`;
  await expect.poll(() => told(OWNER_EMAIL, words).length).toBe(1);
  const [mail = ''] = told(OWNER_EMAIL, words);
  expect(mail).toContain('Der_Zugang_zu_Acme');
  expect(mail).not.toMatch(/https?:/);
});

test('an owner is told nothing of the own sign-up, and ten times an hour of one sort of change', async () => {
  const beta = await createTenant(tidings, 'beta', { signUp: { tenant_name: 'Beta' } });
  for (let n = 0; n < limits.accountMailsPerHour + 2; n++) await beta.apiKey();
  const { body } = await beta.owner.mustCall('POST', '/api-keys', {});
  await beta.owner.mustCall('DELETE', `/api-keys/${body.key_id}`);
  await expect.poll(() => told(OWNER_EMAIL, 'of Beta was deleted').length).toBe(1);
  expect(told(OWNER_EMAIL, 'Beta')).toHaveLength(limits.accountMailsPerHour + 1);
});
