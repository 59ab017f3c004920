import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { MINUTE, plus, SECOND } from '../../../src/kernel/instant.js';
import { TenantOperation } from '../../../src/modules/tenants/tenant/application/tenant-operation.service.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { client } from '../../fixtures/conversations.js';
import { outboxFiles, summary } from '../../fixtures/notifications.js';
import { createTenant, signUpBody, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { until } from '../../support/until.js';

let mails: AMailServer;
let tidings: Tidings;
let demo: Tenant;
let kept: Tenant;
let aheadMs = 0;
const clock = { ...systemClock, now: () => plus(systemClock.now(), aheadMs) };

beforeAll(async () => {
  mails = await aMailServer();
  const environment = { SMTP_URL: mails.url, RATE_LIMITS: 'off' };
  tidings = await startTidings(environment, undefined, undefined, [{ provide: CLOCK, useValue: clock }]);
  demo = await createTenant(tidings, 'demo-1', { signUp: { demo: true, user_email: 'Olga@acme.example' } });
  kept = await createTenant(tidings, 'demo-2', { signUp: { demo: true } });
});
afterAll(async () => {
  await tidings.close();
  await mails.close();
});

const mailedTo = async (tenant: Tenant, id: string) => {
  const max = client('max', { display_name: 'Max', email: `max@${id}.example` });
  await tenant.conversation(id, { participants: [max] });
  await tenant.owner.mustCall('POST', `/conversations/${id}/participants/notify`, { channels: ['EMAIL'] });
  const { body } = await until(
    () => tenant.owner.mustCall('GET', `/conversations/${id}/notifications`),
    ({ body }) => body.notifications.every(({ status }: { status: string }) => status === 'SENT'),
  );
  return summary(body.notifications);
};
const statesOf = async () => {
  const states: Record<string, unknown> = {};
  for await (const each of tidings.app.get(TenantOperation).run({ command: 'tenant list', args: {} }))
    if ('line' in each) {
      const { subdomain, state, erased } = each.line as Record<string, string>;
      states[subdomain!] = erased ? 'ERASED' : state;
    }
  return states;
};

test('a demo tenant says when it ends; another tenant has no end', async () => {
  const { body } = await demo.owner.mustCall('GET', '/tenant');
  const lasts = Date.parse(body.demo_until) - Date.parse(body.created_at);
  expect(Math.abs(lasts - limits.demoMinutes * MINUTE)).toBeLessThan(5 * SECOND);
  const other = await createTenant(tidings, 'other');
  expect((await other.owner.mustCall('GET', '/tenant')).body).not.toHaveProperty('demo_until');
});

test('its mails stay in the outbox, also those of the sign-up', async () => {
  expect(await mailedTo(demo, 'case-1')).toEqual(['max EMAIL SENT']);
  const written = [...outboxFiles(tidings).values()].join('\n');
  expect(written).toContain('max@case-1.example');
  await until(() => outboxFiles(tidings).size >= 3);
  await until(() => mails.taken.length === 1);
  expect(mails.taken[0]?.to).toEqual(['Olga@acme.example']);
});

test('its first owner alone keeps it', async () => {
  const second = await kept.user('paul', 'OWNER');
  expect((await second.call('POST', '/tenant/keep')).body.code).toBe('errors.forbidden');
  const user = await kept.user('ulla');
  expect((await user.call('POST', '/tenant/keep')).status).toBe(403);
  for (const _ of ['first', 'again']) expect((await kept.owner.call('POST', '/tenant/keep')).status).toBe(204);
  expect((await kept.owner.mustCall('GET', '/tenant')).body).not.toHaveProperty('demo_until');
});

test('after an hour it is erased, and the kept one stays', async () => {
  expect(await statesOf()).toEqual({ 'demo-1': 'ACTIVE', 'demo-2': 'ACTIVE', other: 'ACTIVE' });
  aheadMs = limits.demoMinutes * MINUTE - 30 * SECOND;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await statesOf()).toEqual({ 'demo-1': 'ACTIVE', 'demo-2': 'ACTIVE', other: 'ACTIVE' });
  aheadMs = limits.demoMinutes * MINUTE + SECOND;
  await until(statesOf, (states) => states['demo-1'] === 'DELETED');
  aheadMs += 10 * SECOND;
  await until(statesOf, (states) => states['demo-1'] === 'ERASED', 30_000);
  expect(await statesOf()).toEqual({ 'demo-1': 'ERASED', 'demo-2': 'ACTIVE', other: 'ACTIVE' });
  expect([...outboxFiles(tidings).values()].join('\n')).not.toContain('max@case-1.example');
  expect((await tidings.call('POST', '/signup', { body: signUpBody('demo-1') })).status).toBe(409);
});

test('a suspended demo tenant still ends', async () => {
  await createTenant(tidings, 'demo-3', { signUp: { demo: true } });
  for await (const _ of tidings.app
    .get(TenantOperation)
    .run({ command: 'tenant suspend', args: { tenant: 'demo-3' } }));
  await until(statesOf, (states) => states['demo-3'] === 'SUSPENDED');
  aheadMs += limits.demoMinutes * MINUTE;
  await until(statesOf, (states) => states['demo-3'] !== 'SUSPENDED');
});
