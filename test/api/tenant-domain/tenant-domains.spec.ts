import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configByDomain, createDomainOwner } from '../../fixtures/domains.js';
import type { Tenant } from '../../fixtures/tenant.js';
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

async function clientUrl({ owner, conversationWithClient }: Tenant): Promise<string> {
  const { id } = await conversationWithClient(`case-${++made}`);
  return (await owner.mustCall('GET', `/conversations/${id}/participants/client/client-url`)).body.url;
}

describe('the system domains of a tenant', () => {
  test('are there from the start and stay', async () => {
    const firm = await fresh();
    const [main, client] = await firm.list();
    const shown = { id: expect.any(String), tenantId: firm.tenantId, is_system_domain: true, status: 'CREATED' };
    expect([main, client]).toEqual([
      { ...shown, domain: `${firm.subdomain}.tidings.example`, is_client_app: false },
      { ...shown, domain: `${firm.subdomain}-client.tidings.example`, is_client_app: true },
    ]);
    expect(main.id).not.toBe(client.id);
    expect(await firm.list()).toEqual([main, client]);
    for (const { id } of [main, client]) {
      const put = await firm.owner.call('PUT', `${firm.path}/${id}`, { domain: 'desk.acme.example' });
      const gone = await firm.owner.call('DELETE', `${firm.path}/${id}`);
      expect([put, gone].map(({ status, body }) => [status, body.code])).toEqual([
        [400, 'errors.domain.system'],
        [400, 'errors.domain.system'],
      ]);
      expect((await firm.verify(id)).body.status).toBe('CREATED');
    }
    expect(await firm.list()).toEqual([main, client]);
  });
});

describe('a custom domain', () => {
  test('is requested, proven, replaced and deleted', async () => {
    const firm = await fresh();
    const requested = await firm.request('Desk.Acme.Example');
    const { id, verification } = requested.body;
    expect([requested.status, requested.headers.get('location')]).toEqual([201, `/api/v1${firm.path}/${id}`]);
    const shown = {
      id,
      tenantId: firm.tenantId,
      domain: 'desk.acme.example',
      is_client_app: false,
      is_system_domain: false,
    };
    expect(requested.body).toEqual({
      ...shown,
      status: 'REQUESTED',
      verification: {
        type: 'TXT',
        name: '_tidings.desk.acme.example',
        value: expect.stringMatching(/^tidings-verification=[\w-]{40,}$/),
      },
    });
    expect((await firm.verify(id)).body).toEqual(requested.body);
    expect((await configOf('desk.acme.example')).code).toBe('errors.tenant.not_found');
    expect((await firm.owner.mustCall('GET', '/tenant')).body.domain).toBe(`${firm.subdomain}.tidings.example`);

    dns.set(verification.name, [verification.value]);
    await sleep(PAUSE_MS);
    const proven = await firm.verify(id);
    expect([proven.status, proven.body]).toEqual([200, { ...shown, status: 'CREATED' }]);
    expect(await firm.list('?type=MAIN')).toContainEqual(proven.body);
    expect(await configOf('DESK.acme.example')).toMatchObject({
      id: firm.tenantId,
      frontend_url: 'https://desk.acme.example',
    });
    expect((await firm.owner.mustCall('GET', '/tenant')).body.domain).toBe('desk.acme.example');

    const same = await firm.owner.call('PUT', `${firm.path}/${id}`, { domain: 'desk.acme.example' });
    expect([same.status, same.body.status]).toEqual([200, 'CREATED']);
    const put = await firm.owner.call('PUT', `${firm.path}/${id}`, { domain: 'new.acme.example' });
    expect([put.status, put.body.id, put.body.domain, put.body.status]).toEqual([
      200,
      id,
      'new.acme.example',
      'REQUESTED',
    ]);
    expect(put.body.verification.value).not.toBe(verification.value);
    expect((await configOf('desk.acme.example')).code).toBe('errors.tenant.not_found');

    expect((await firm.owner.call('DELETE', `${firm.path}/${id}`)).status).toBe(204);
    expect(await firm.list()).toHaveLength(2);
    const absent = [await firm.verify(id), await firm.owner.call('DELETE', `${firm.path}/${id}`)];
    for (const { status, body } of absent) expect([status, body.code]).toEqual([404, 'errors.domain.not_found']);
  });

  test('leads the links of its app', async () => {
    const firm = await fresh();
    expect(await clientUrl(firm)).toContain(`https://${firm.subdomain}-client.tidings.example/c#auth_key=`);
    await firm.verified('desk.links.example');
    expect(await clientUrl(firm)).toContain(`https://${firm.subdomain}-client.tidings.example/c#auth_key=`);
    const { id } = await firm.verified('chat.links.example', { is_client_app: true });
    expect(await clientUrl(firm)).toContain('https://chat.links.example/c#auth_key=');
    const list = await firm.owner.mustCall('GET', '/conversations?includes=CLIENT_PARTICIPANT_FRONTEND_URL');
    expect(list.body.conversations[0].client_frontend_urls[0].url).toBe('https://chat.links.example/c');
    expect((await configOf('chat.links.example')).frontend_url).toBe('https://desk.links.example');
    await firm.owner.mustCall('DELETE', `${firm.path}/${id}`);
    expect(await clientUrl(firm)).toContain(`https://${firm.subdomain}-client.tidings.example/c#auth_key=`);
  });

  test('is one for each app', async () => {
    const firm = await fresh();
    expect((await firm.request('one.limit.example')).status).toBe(201);
    const own = await firm.request('one.limit.example', { is_client_app: true });
    expect([own.status, own.body.code, own.body.errors[0].path]).toEqual([409, 'errors.domain.exists', 'domain']);
    const second = await firm.request('two.limit.example');
    expect([second.status, second.body.code]).toEqual([409, 'errors.domain.limit_reached']);
    expect((await firm.request('three.limit.example', { is_client_app: true })).status).toBe(201);
    expect((await firm.list('?type=CLIENT')).map(({ domain }: { domain: string }) => domain)).toEqual([
      `${firm.subdomain}-client.tidings.example`,
      'three.limit.example',
    ]);
    const statuses = (
      await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await fresh()).request(`${name}.race.example`)))
    ).map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201, 201]);
  });

  test('of ten requests at once one is taken', async () => {
    const firm = await fresh();
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => firm.request(`d${n}.ten.example`)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ body }) => body.code === 'errors.domain.limit_reached')).toHaveLength(9);
  });

  test('is paged and filtered like every list', async () => {
    const firm = await fresh();
    await firm.request('paged.example');
    const all = await firm.list();
    const first = (await firm.owner.mustCall('GET', `${firm.path}?limit=2`)).body;
    expect(first).toMatchObject({ has_more: true, total_elements: 3, limit: 2, offset: 0 });
    const next = (await firm.owner.mustCall('GET', `${firm.path}?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.domains, ...next.domains]).toEqual(all);
    expect(next).toMatchObject({ has_more: false, offset: 2 });
    expect(await firm.list('?offset=2')).toEqual(all.slice(2));
    const wrong = await firm.owner.call('GET', `${firm.path}?type=MAIN&cursor=${first.next_cursor}`);
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'cursor']);
    expect((await firm.owner.call('GET', `${firm.path}?type=main`)).status).toBe(400);
  });

  test.each([
    ['acme'],
    ['localhost'],
    ['127.0.0.1'],
    ['[::1]'],
    ['acme.e'],
    ['acme.1a'],
    ['-a.example'],
    ['a-.example'],
    ['a_b.example'],
    ['a..example'],
    ['acme.example.'],
    ['*.acme.example'],
    ['https://acme.example'],
    ['acme.example:443'],
    ['acme.example/x'],
    ['bücher.example'],
    [`${'a'.repeat(64)}.example`],
    [`${'a.'.repeat(122)}example`],
    [''],
    [null],
    [7],
  ])('is never %j', async (domain) => {
    const firm = await fresh();
    const { id } = (await firm.request('right.example')).body;
    const refused = [
      await firm.owner.call('POST', firm.path, { domain, is_client_app: true }),
      await firm.owner.call('PUT', `${firm.path}/${id}`, { domain }),
    ];
    for (const { status, body } of refused) expect([status, body.errors[0].path]).toEqual([400, 'domain']);
  });

  test.each(['xn--bcher-kva.example', 'shop.xn--p1ai', `${'a.'.repeat(118)}example`])('may be %s', async (domain) =>
    expect((await (await fresh()).request(domain)).status).toBe(201),
  );
});
