import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretMembers, secretsOf } from '../../../src/catalogue/audit/secrets.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { tenant } from '../../../src/modules/tenants/tenant/domain/tenant.resource.js';
import { IDS, type Ids } from '../../../src/ports/process/clock.js';
import { registerPasskey } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant, UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { newEventMeta } from '../../support/given/given.js';

let tidings: Tidings;
let acme: Tenant;
/** Secrets as their owners know them. */
const given: string[] = [PASSWORD];

beforeAll(async () => {
  tidings = await startTidings({ ...UNLIMITED_TENANTS, ...webhookEnvironment });
  acme = await createTenant(tidings, 'acme');
  const { owner } = acme;
  given.push((await acme.apiKey({ name: 'robot' })).token);
  await owner.mustCall('POST', '/oidc-configs', {
    provider_name: 'login',
    authority_url: 'https://login.invalid/',
    client_id: 'tidings',
    client_secret: 'canary-client-secret',
  });
  given.push('canary-client-secret', 'canary-auth-token', 'canary-account-token');
  const sms = { username: 'AC1', auth_token: 'canary-auth-token', phone_number: '+4930123456' };
  await owner.mustCall('PUT', '/sms/twilio/settings', sms);
  await owner.mustCall('PUT', '/sms/twilio/settings', {
    account_sid: 'AC1',
    account_auth_token: 'canary-account-token',
    phone_number: '+4930123456',
  });
  const hook = await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://127.0.0.1:9/' });
  const rotated = await owner.mustCall('POST', '/webhook-settings/rotate-secret');
  given.push(hook.body.secret, rotated.body.secret);
  const user = await acme.user('ursula');
  await registerPasskey(user, acme.tenantId);
  const { body } = await user.mustCall('GET', '/users/me/passkeys');
  await user.mustCall('DELETE', `/users/me/passkeys/${body.passkeys[0].id}`);
  await owner.mustCall('PATCH', `/users/${user.id}`, { role: 'OWNER' });
  const invited = await owner.mustCall('POST', '/users', { email: 'ingo@acme.example', role: 'USER' });
  await owner.mustCall('POST', `/users/${invited.body.id}/invitation`);
  await owner.mustCall('PATCH', `/users/${user.id}`, { email: 'ursula.new@acme.example' });
});
afterAll(() => closeAudited(tidings));

/** The values at a dotted path, also in the objects of a list. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  const inner = (value as Record<string, unknown> | null)?.[name];
  return inner === undefined || inner === null ? [] : valuesAt(inner, rest);
}

async function eventsOfTenant(): Promise<readonly Recorded[]> {
  const log = tidings.app.get(EventLog);
  const all: Recorded[] = [];
  for (let after = 0; ; ) {
    const page = await log.readAll(after, 500);
    const last = page.at(-1);
    if (!last) return all.filter(({ meta }) => meta.tenantId === acme.tenantId);
    all.push(...page);
    after = last.meta.position;
  }
}

test('no answer has a secret, of any kind, in any form in which the log has it', async () => {
  const stored = new Map<string, Set<unknown>>();
  for (const { type, data } of await eventsOfTenant()) {
    for (const path of secretsOf(type)) {
      const name = Object.keys(secretMembers).find((each) => secretMembers[each] === secretsOf(type));
      const values = valuesAt(data, path.split('.'));
      stored.set(`${name} ${path}`, new Set([...(stored.get(`${name} ${path}`) ?? []), ...values]));
    }
  }
  const planted = [...stored].filter(([, values]) => values.size > 0).map(([name]) => name);
  const all = Object.entries(secretMembers).flatMap(([name, paths]) => paths.map((path) => `${name} ${path}`));
  expect(planted.toSorted()).toEqual(all.toSorted());

  const list = await acme.owner.mustCall('GET', '/audit/events?limit=1000');
  expect(list.body.has_more).toBe(false);
  const texts = [list.text];
  for (const accept of ['text/csv', 'application/x-ndjson']) {
    texts.push((await acme.owner.mustCall('GET', '/audit/events', undefined, { accept })).text);
  }
  for (const { id } of list.body.events) texts.push((await acme.owner.mustCall('GET', `/audit/events/${id}`)).text);
  const whole = texts.join('\n');
  expect(whole).toContain('[secret]');
  for (const secret of [...given, ...[...stored.values()].flatMap((values) => [...values])]) {
    expect([secret, whole.includes(String(secret))]).toEqual([secret, false]);
  }
});

test('a suspended tenant reads nothing, and goes on where it was', async () => {
  const suspend = async (suspendedAt: string | null) => {
    const { tenantId } = acme;
    const ids = tidings.app.get<Ids>(IDS);
    const { id: _, ...meta } = newEventMeta(ids.next(), { actor: 'operator', at: instant(new Date()) });
    const change = new tenant.Change(tenantId, { patch: { suspendedAt } }, { ...meta, tenantId });
    const { position } = await tidings.app.get<CommandGateway>(COMMAND_GATEWAY).execute(change);
    await tidings.app.get(CaughtUp).mustReach(position);
  };
  const before = await acme.owner.mustCall('GET', '/audit/events?subject_kind=TENANT');
  await suspend('2030-01-01T00:00:00.000Z');
  for (const headers of [{}, { accept: 'text/csv' }]) {
    const { status, body } = await acme.owner.call('GET', '/audit/events', undefined, headers);
    expect([status, body.code]).toEqual([403, 'errors.tenant.suspended']);
  }
  await suspend(null);
  const { body } = await acme.owner.mustCall('GET', '/audit/events?subject_kind=TENANT');
  const [resumed, suspended, ...rest] = body.events;
  expect(rest).toEqual(before.body.events);
  for (const { type, actor } of [resumed, suspended]) {
    expect([type, actor]).toEqual(['TenantChanged', { kind: 'SERVICE' }]);
  }
});
