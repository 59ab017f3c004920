import { afterAll, beforeAll, expect, test } from 'vitest';
import { from } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

const HOME = '198.51.100.7';
const NEVER = '198.51.100.8';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ TRUST_PROXY: '127.0.0.1' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const sign = async (address: string, password: string, email = OWNER_EMAIL) =>
  (await signIn(from(tidings, address), acme.tenantId, email, password)).status;

test('after ten failures an account is open to addresses that signed in before, and to no others, also after a restart', async () => {
  expect(await sign(HOME, PASSWORD)).toBe(200);
  const statuses = [];
  for (let n = 0; n < 14; n++) statuses.push(await sign(`192.0.2.${n}`, `wrong ${n}`));
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
  const refused = await signIn(from(tidings, NEVER), acme.tenantId);
  expect([refused.status, refused.body.code]).toEqual([429, 'errors.rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect([await sign(HOME, 'wrong'), await sign(HOME, PASSWORD), await sign(HOME, PASSWORD)]).toEqual([400, 200, 200]);

  tidings = await tidings.again();
  for (let n = 0; n < 10; n++) await sign(`192.0.2.${n}`, `wrong ${n}`);
  expect([await sign(NEVER, PASSWORD), await sign(HOME, PASSWORD)]).toEqual([429, 200]);
});

test('an e-mail address without a user is refused alike', async () => {
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push(await sign(`192.0.2.${n}`, `wrong ${n}`, 'nobody@acme.example'));
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('one password at many accounts from many addresses is refused, but where it is right', async () => {
  const statuses = [];
  for (let n = 0; n < 32; n++) statuses.push(await sign(`203.0.113.${n}`, 'Summer2026', `u${n}@acme.example`));
  expect(statuses).toEqual([...Array(30).fill(400), 429, 429]);
  expect(await sign('203.0.113.99', 'Summer2027', 'u@acme.example')).toBe(400);
});
