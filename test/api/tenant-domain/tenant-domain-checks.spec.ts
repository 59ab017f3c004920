import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { createDomainOwner, type DomainOwner, publish } from '../../fixtures/domains.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';
import { until } from '../../support/until.js';

const MINUTE = 60_000;

let dns: DnsServer;
let tidings: Tidings;
let firm: DomainOwner;
beforeEach(async () => {
  dns = await startDnsServer();
  tidings = await startTidings({ DNS_SERVERS: dns.address, ACCESS_TOKEN_SECONDS: '86400' });
  firm = await createDomainOwner(tidings, dns, 'firm');
});
afterEach(async () => {
  vi.useRealTimers();
  await tidings.close();
  await dns.close();
});

/** Every clock of the service is so far ahead. */
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

const entry = async () =>
  tidings.app
    .get<OperationalStore>(OPERATIONAL_STORE)
    .get<{ unanswered: number }>({ tenantId: firm.tenantId, kind: 'domain-check', id: 'MAIN' });

/** The outcome of a look-up holds for a second by the monotonic clock, which `later` leaves alone. */
const untilLookedUpAnew = () => sleep(1_100);

const minutesUntilDue = async () => Math.round((Date.parse((await entry())?.due ?? '') - Date.now()) / MINUTE);

const statusOf = async (id: string) =>
  (await firm.list()).find((domain: { id: string }) => domain.id === id)?.status as string | undefined;

const isAsked = (times: number) => until(async () => dns.asked.length >= times);

describe('a requested domain', () => {
  test('is looked up every five minutes until it is proven, and then no more', async () => {
    const { body } = await firm.request('desk.acme.example');
    await until(async () => (await entry()) !== undefined);
    expect(await minutesUntilDue()).toBe(5);
    later(5 * MINUTE);
    await isAsked(1);
    await until(async () => (await minutesUntilDue()) === 5);
    expect([dns.asked, await statusOf(body.id)]).toEqual([['_tidings.desk.acme.example'], 'REQUESTED']);
    publish(dns, body);
    await untilLookedUpAnew();
    later(5 * MINUTE);
    await until(async () => (await statusOf(body.id)) === 'CREATED');
    await until(async () => (await entry()) === undefined);
    expect((await tidings.call('GET', '/tenant/config?domain=desk.acme.example')).body.id).toBe(firm.tenantId);
  });

  test('is looked up after a restart too', async () => {
    const { body } = await firm.request('desk.acme.example');
    publish(dns, body);
    tidings = await tidings.again();
    later(5 * MINUTE);
    const { owner, path } = firm;
    await until(async () => {
      const { domains } = (await owner.at(tidings).mustCall('GET', `${path}?type=MAIN`)).body;
      return domains[1]?.status === 'CREATED';
    });
  });

  test('that was replaced is looked up under its new name, and a deleted one not at all', async () => {
    const { body } = await firm.request('old.acme.example');
    await firm.owner.mustCall('PUT', `${firm.path}/${body.id}`, { domain: 'new.acme.example' });
    await until(async () => (await entry()) !== undefined);
    later(6 * MINUTE);
    await isAsked(1);
    expect(dns.asked).toEqual(['_tidings.new.acme.example']);
    await firm.owner.mustCall('DELETE', `${firm.path}/${body.id}`);
    await until(async () => (await entry()) === undefined);
  });

  test('whose name servers say nothing is looked up less and less often, at least once a day', async () => {
    dns.set('_tidings.silent.example', 'failure');
    await firm.request('silent.example');
    await until(async () => (await entry()) !== undefined);
    const pauses: number[] = [];
    for (let n = 1; n <= 10; n++) {
      later((pauses.at(-1) ?? 5) * MINUTE + MINUTE);
      await until(async () => (await entry())?.value.unanswered === n);
      pauses.push(await minutesUntilDue());
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
    dns.set('_tidings.silent.example', []);
    await untilLookedUpAnew();
    later(1441 * MINUTE);
    await until(async () => (await entry())?.value.unanswered === 0);
    expect(await minutesUntilDue()).toBe(5);
  }, 60_000);

  test('that another tenant proved stays requested and is proven when that tenant gives it up', async () => {
    const { body } = await firm.request('fought.example');
    const winner = await createDomainOwner(tidings, dns, 'winner');
    const { id } = await winner.verified('fought.example');
    publish(dns, body);
    later(5 * MINUTE);
    await until(async () => (await minutesUntilDue()) === 5);
    expect(await statusOf(body.id)).toBe('REQUESTED');
    await winner.owner.mustCall('DELETE', `${winner.path}/${id}`);
    await untilLookedUpAnew();
    later(5 * MINUTE);
    await until(async () => (await statusOf(body.id)) === 'CREATED');
  });
});
