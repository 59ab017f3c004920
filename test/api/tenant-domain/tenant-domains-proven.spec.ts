import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configByDomain, createDomainOwner, publish } from '../../fixtures/domains.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';

/** A look-up is remembered for so long. */
const PAUSE_MS = 1_000;

let dns: DnsServer;
let tidings: Tidings;
beforeAll(async () => {
  dns = await startDnsServer();
  tidings = await startTidings({ PUBLIC_URL: 'https://tidings.example', DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await tidings.close();
  await dns.close();
});

let made = 0;
const fresh = () => createDomainOwner(tidings, dns, `firm${++made}`);
const configOf = (domain: string) => configByDomain(tidings, domain);

describe('domains of others', () => {
  test('that are verified are refused, those that are requested are not; the first proven wins', async () => {
    const [one, two, three] = [await fresh(), await fresh(), await fresh()];
    const [first, second] = [await one.request('fought.example'), await two.request('fought.example')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.verification.value).not.toBe(second.body.verification.value);
    dns.set('_tidings.fought.example', [first.body.verification.value, second.body.verification.value]);
    expect((await two.verify(second.body.id)).body.status).toBe('CREATED');
    const lost = await one.verify(first.body.id);
    expect([lost.status, lost.body.code]).toEqual([409, 'errors.domain.exists']);
    const late = await three.request('FOUGHT.example', { is_client_app: true });
    expect([late.status, late.body.code, late.body.errors[0].path]).toEqual([409, 'errors.domain.exists', 'domain']);
    const { id } = (await three.request('mine.example')).body;
    expect((await three.owner.call('PUT', `${three.path}/${id}`, { domain: 'fought.example' })).status).toBe(409);
    expect((await configOf('fought.example')).id).toBe(two.tenantId);

    await two.owner.mustCall('DELETE', `${two.path}/${second.body.id}`);
    expect((await configOf('fought.example')).code).toBe('errors.tenant.not_found');
    await sleep(PAUSE_MS);
    expect((await one.verify(first.body.id)).body.status).toBe('CREATED');
    expect((await configOf('fought.example')).id).toBe(one.tenantId);
  });

  test('of ten that prove one at once one gets it', async () => {
    const firms = await Promise.all(Array.from({ length: 10 }, fresh));
    const requests = await Promise.all(firms.map((firm) => firm.request('crowd.example')));
    dns.set(
      '_tidings.crowd.example',
      requests.map(({ body }) => body.verification.value),
    );
    const proofs = await Promise.all(firms.map((firm, n) => firm.verify(requests[n]?.body.id)));
    const winner = proofs.findIndex(({ status }) => status === 200);
    expect(proofs.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await configOf('crowd.example')).id).toBe(firms[winner]?.tenantId);
  });

  test('are proven by their own token alone', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const [mine, theirs] = [await one.request('own.example'), await two.request('own.example')];
    publish(dns, mine.body);
    expect((await two.verify(theirs.body.id)).body.status).toBe('REQUESTED');
    dns.set('_tidings.own.example', [`x${mine.body.verification.value}`, `${mine.body.verification.value} `]);
    expect((await one.verify(mine.body.id)).body.status).toBe('REQUESTED');
  });

  test('below the host of the service belong to nobody', async () => {
    const [firm, victim] = [await fresh(), await fresh()];
    const names = [
      'tidings.example',
      'www.tidings.example',
      `${victim.subdomain}.tidings.example`,
      'a.b.tidings.example',
    ];
    for (const name of names) expect((await firm.request(name)).body.code, name).toBe('errors.domain.exists');
  });

  test('are not reached by the path of another tenant', async () => {
    const [firm, victim] = [await fresh(), await fresh()];
    const { id } = (await victim.request('victim.example')).body;
    const before = await victim.list();
    const { owner } = firm;
    const asked = [
      await owner.call('GET', victim.path),
      await owner.call('POST', victim.path, { domain: 'x.example' }),
      await owner.call('PUT', `${victim.path}/${id}`, { domain: 'x.example' }),
      await owner.call('POST', `${victim.path}/${id}/verify`),
      await owner.call('DELETE', `${victim.path}/${id}`),
      await owner.call('GET', '/tenants/acme/domains'),
    ];
    for (const { status, body } of asked) expect([status, body.code]).toEqual([404, 'errors.tenant.not_found']);
    const byId = [
      await owner.call('PUT', `${firm.path}/${id}`, { domain: 'x.example' }),
      await owner.call('POST', `${firm.path}/${id}/verify`),
      await owner.call('DELETE', `${firm.path}/${id}`),
    ];
    for (const { status, body } of byId) expect([status, body.code]).toEqual([404, 'errors.domain.not_found']);
    expect(await victim.list()).toEqual(before);
  });
});

test('verification asks the name server once a second at most, and each time once', async () => {
  const firm = await fresh();
  const { id } = (await firm.request('busy.example')).body;
  const all = await Promise.all(Array.from({ length: 20 }, () => firm.verify(id)));
  expect(all.every(({ status, body }) => status === 200 && body.status === 'REQUESTED')).toBe(true);
  expect(dns.asked.filter((name) => name === '_tidings.busy.example').length).toBeLessThanOrEqual(2);
});

test('a name server that says nothing ends the wait, and other tenants do not wait for it', async () => {
  const [stuck, firm] = [await fresh(), await fresh()];
  dns.set('_tidings.stuck.example', 'silence');
  const { id } = (await stuck.request('stuck.example')).body;
  const waiting = stuck.verify(id);
  await firm.verified('quick.example');
  expect((await waiting).body.status).toBe('REQUESTED');
});
