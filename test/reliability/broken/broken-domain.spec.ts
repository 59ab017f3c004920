import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { configByDomain, createDomainOwner, type DomainOwner, publish } from '../../fixtures/domains.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';
import { until } from '../../support/until.js';

let dns: DnsServer;
let tidings: Tidings;
let store: EventStore;
beforeAll(async () => {
  dns = await startDnsServer();
  tidings = await startTidings({ LOG_LEVEL: 'silent', DNS_SERVERS: dns.address, ACCESS_TOKEN_SECONDS: '86400' });
  store = tidings.app.get<EventStore>(EVENT_STORE);
});
afterAll(async () => {
  await tidings.close();
  await dns.close();
});
afterEach(() => vi.useRealTimers());

let made = 0;
const fresh = () => createDomainOwner(tidings, dns, `firm${++made}`);

/** A call whose process breaks at the n-th append, before or after the log took it. */
async function breakingAt(n: number, when: 'before' | 'after', { owner }: DomainOwner, method: string, path: string) {
  const append = store.append.bind(store);
  let count = 0;
  store.append = async (...args) => {
    if (++count === n && when === 'after') await append(...args);
    if (count >= n) throw new Error('on purpose');
    return append(...args);
  };
  try {
    const answer = await fetch(`${tidings.url}/api/v1${path}`, { method, headers: owner.headers });
    expect(answer.status).toBe(500);
  } finally {
    store.append = append;
  }
}

/** Reservation, verification. */
const steps = [1, 2].flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const]);

describe('a verification that breaks off', () => {
  test.each(steps)('at step %i, %s the log took it, is completed by the next one', async (n, when) => {
    const firm = await fresh();
    const domain = `broken-${n}-${when}.example`;
    const { body } = await firm.request(domain);
    publish(dns, body);
    await breakingAt(n, when, firm, 'POST', `${firm.path}/${body.id}/verify`);
    expect((await firm.verify(body.id)).body.status).toBe('CREATED');
    expect((await configByDomain(tidings, domain)).id).toBe(firm.tenantId);
  });

  test('after it is durable is answered once reads show it', async () => {
    const firm = await fresh();
    const { body } = await firm.request('shown.example');
    publish(dns, body);
    const held = holdReadModel(tidings);
    await breakingAt(2, 'after', firm, 'POST', `${firm.path}/${body.id}/verify`);
    setTimeout(() => held.release(), 300);
    const { headers, body: verified } = await firm.verify(body.id);
    expect([verified.status, headers.get('tidings-lag')]).toEqual(['CREATED', null]);
    expect((await configByDomain(tidings, 'shown.example')).id).toBe(firm.tenantId);
  });

  test('and is never done again keeps the domain from others for a minute and no longer', async () => {
    const [firm, other] = [await fresh(), await fresh()];
    const [mine, theirs] = [await firm.request('left.example'), await other.request('left.example')];
    dns.set('_tidings.left.example', [mine.body.verification.value, theirs.body.verification.value]);
    await breakingAt(2, 'before', firm, 'POST', `${firm.path}/${mine.body.id}/verify`);
    await firm.owner.mustCall('DELETE', `${firm.path}/${mine.body.id}`);
    expect((await configByDomain(tidings, 'left.example')).code).toBe('errors.tenant.not_found');
    expect((await (await fresh()).request('left.example')).status).toBe(201);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await other.verify(theirs.body.id)).body.status).toBe('CREATED');
    expect((await configByDomain(tidings, 'left.example')).id).toBe(other.tenantId);
  });
});

test('a deletion that breaks off before it frees the domain blocks nobody for long', async () => {
  const [firm, other] = [await fresh(), await fresh()];
  const { id } = await firm.verified('freed.example');
  await breakingAt(3, 'before', firm, 'DELETE', `${firm.path}/${id}`);
  await until(async () => (await firm.list()).length === 2);
  expect((await configByDomain(tidings, 'freed.example')).code).toBe('errors.tenant.not_found');
  const { status, body } = await other.request('freed.example');
  expect(status).toBe(201);
  publish(dns, body);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
  expect((await other.verify(body.id)).body.status).toBe('CREATED');
});

test('the request of a keyed POST that broke off is found again, with the same token', async () => {
  const firm = await fresh();
  const headers = { 'idempotency-key': 'once' };
  const body = { domain: 'keyed.example' };
  const finish = store.append.bind(store);
  store.append = async (...args) => {
    await finish(...args);
    throw new Error('on purpose');
  };
  const raw = { 'content-type': 'application/json', ...firm.owner.headers, ...headers };
  const url = `${tidings.url}/api/v1${firm.path}`;
  expect((await fetch(url, { method: 'POST', headers: raw, body: JSON.stringify(body) })).status).toBe(500);
  store.append = finish;
  const again = await firm.owner.call('POST', firm.path, body, headers);
  const custom = (await firm.list()).filter((domain: { is_system_domain: boolean }) => !domain.is_system_domain);
  expect([again.status, custom]).toEqual([201, [again.body]]);
});
