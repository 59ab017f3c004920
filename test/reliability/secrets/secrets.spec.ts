import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveOwner } from '../../fixtures/proven-owner.js';
import { createTenant } from '../../fixtures/tenant.js';
import { filesWith } from '../../support/canary.js';
import { type Fleet, type Member, newFleet } from '../../support/processes/fleet.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';
import { aForgedProvider, type ForgedProvider } from '../../support/servers/forged-provider.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { type ATwilio, aTwilio } from '../../support/servers/twilio-server.js';
import { deploymentSecrets, secrets } from './secrets.js';

interface Answered {
  readonly call: string;
  readonly text: string;
}

let fleet: Fleet;
let mails: AMailServer;
let dns: DnsServer;
let twilio: ATwilio;
let provider: ForgedProvider;
let tenantId: string;
/** What the process logged before and after it was killed. */
const logs: string[] = [];
const answers: Answered[] = [];
const values = new Map<string, readonly string[]>();

/** The service; every answer is kept. */
const recorded = (member: Member): Member => ({
  ...member,
  async call(method, path, ask) {
    const answer = await member.call(method, path, ask);
    const headers = JSON.stringify([...answer.headers]);
    answers.push({ call: `${method} ${path.split('?')[0]}`, text: `${headers}\n${answer.text}` });
    return answer;
  },
});

beforeAll(async () => {
  [mails, dns, twilio, provider] = await Promise.all([aMailServer(), startDnsServer(), aTwilio(), aForgedProvider()]);
  fleet = newFleet({
    SMTP_URL: mails.url,
    DNS_SERVERS: dns.address,
    TWILIO_BASE_URL: twilio.url,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'trace',
    ...deploymentSecrets,
  });
  const member = await fleet.start(['api', 'projector', 'effects']);
  const service = recorded(member);
  const signUp = { signup_invite_code: deploymentSecrets.SIGNUP_INVITE_CODES };
  const acme = await createTenant(service, 'acme', { signUp });
  tenantId = acme.tenantId;
  await proveOwner(service, tenantId, mails);
  for (const [name, { use }] of Object.entries(secrets))
    values.set(name, await use({ service, tenantId, owner: acme.owner, mails, dns, twilio, provider }));

  const { paths } = (await service.call('GET', '/openapi.json')).body;
  const lists = Object.keys(paths).filter((path) => 'get' in paths[path] && !path.includes('{'));
  for (const path of lists) await acme.owner.call('GET', path.replace('/api/v1', ''));
  await acme.owner.mustCall('GET', `/tenants/${tenantId}/domains`);
  expect(lists.length).toBeGreaterThan(10);

  logs.push(member.told);
  await member.kill();
  const again = await fleet.start(['api', 'projector', 'effects']);
  logs.push(again.told);
  await again.kill();
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await Promise.all([mails.close(), dns.close(), twilio.close(), provider.close()]);
});

test('what is looked for would be found', () => {
  expect(filesWith(fleet.dataDir, tenantId).length).toBeGreaterThan(0);
  for (const call of [
    'password.set',
    'oidc-config.create',
    'webhook-settings.test',
    'auth.authorize',
    'passkey.authentication-verify',
  ])
    expect(logs[0]).toContain(`"call":"${call}"`);
  expect(logs[0]).toContain(tenantId);
  expect(answers.some(({ text }) => text.includes(tenantId))).toBe(true);
});

const valuesOf = (name: string) => {
  const found = values.get(name) ?? [];
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((value) => value?.length >= 16)).toBe(true);
  return found;
};

test.each(Object.keys(secrets))('%s is in no log line', (name) => {
  for (const value of valuesOf(name)) for (const log of logs) expect(log.includes(value), value).toBe(false);
});

describe.each(Object.keys(secrets).filter((name) => !secrets[name]?.isStored))('%s', (name) => {
  test('is in no file', () => {
    for (const value of valuesOf(name)) expect(filesWith(fleet.dataDir, value), value).toEqual([]);
  });

  test('is in no answer but the one that shows it', () => {
    const { shownBy } = secrets[name] ?? {};
    for (const value of valuesOf(name)) {
      const calls = answers.filter(({ text }) => text.includes(value)).map(({ call }) => call);
      expect(calls.filter((call) => !shownBy?.test(call))).toEqual([]);
    }
  });
});
