import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let client: Caller;
let path: string;
let made = 0;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
beforeEach(async () => {
  const carl = { id: 'k', kind: 'CLIENT', display_name: 'Carl', email: 'carl@example.org' };
  const olga = { id: 'o', kind: 'USER', user_id: acme.owner.id };
  ({ participants: path } = await acme.conversation(`c${++made}`, {
    participants: [carl, { ...carl, id: 'l' }, olga],
  }));
  client = await acme.client(`c${made}`, 'k');
});

describe('a client', () => {
  test('learns who they are and where', async () => {
    await postMessage(acme.owner, `c${made}`);
    const answer = await client.call('GET', '/client-participant/me');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: 'k',
        conversation_id: `c${made}`,
        tenant_id: acme.tenantId,
        kind: 'CLIENT',
        display_name: 'Carl',
        email: 'carl@example.org',
        last_message_sequence_seen: 0,
        unread_messages_count: 1,
      },
    });
    expect(answer.body).toEqual((await client.call('GET', `${path}/k`)).body);
    expect(answer.headers.get('etag')).toMatch(/^"1\./);
  });
  test('sees what staff changes about them at once', async () => {
    await acme.owner.call('PATCH', `${path}/k`, { display_name: 'Karl' });
    expect((await client.call('GET', '/client-participant/me')).body.display_name).toBe('Karl');
  });
  test('reaches nobody but themself', async () => {
    const elsewhere = await acme.conversation(`e${made}`, {
      participants: [{ id: 'k', kind: 'CLIENT', display_name: 'K' }],
    });
    for (const other of [`${path}/l`, `${path}/o`, `${path}/nobody`]) {
      expect(await client.call('GET', other)).toMatchObject({
        status: 404,
        body: { code: 'errors.participant.not_found' },
      });
    }
    expect(await client.call('GET', `${elsewhere.participants}/k`)).toMatchObject({
      status: 404,
      body: { code: 'errors.conversation.not_found' },
    });
  });
  test('is the only one who may ask who they are', async () => {
    for (const staff of [acme.owner, await acme.user(`user-${made}`), await acme.apiKey()])
      expect((await staff.call('GET', '/client-participant/me')).status).toBe(403);
    expect((await tidings.call('GET', '/client-participant/me')).status).toBe(401);
  });
  test('is shut out the moment they are removed, and their links with them', async () => {
    const { url } = (await acme.owner.call('GET', `${path}/k/client-url`)).body;
    await acme.owner.call('DELETE', `${path}/k`);
    expect((await client.call('GET', '/client-participant/me')).status).toBe(401);
    expect((await client.call('GET', `${path}/k`)).status).toBe(401);
    expect(await acme.exchange(url)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
  test('stays out when the service starts again', async () => {
    await acme.owner.call('DELETE', `${path}/k`);
    const other = await acme.client(`c${made}`, 'l');
    tidings = Object.assign(tidings, await tidings.again());
    expect((await client.call('GET', '/client-participant/me')).status).toBe(401);
    expect((await other.call('GET', '/client-participant/me')).body.id).toBe('l');
  });
});

describe('a client’s link', () => {
  test('leads to the service itself where it has an address and no name', async () => {
    const answer = await acme.owner.call('GET', `${path}/k/client-url`);
    const page = `http://127.0.0.1:3000/c?tenant=${acme.tenantId}#auth_key=`;
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['url']);
    expect(answer.body.url.slice(0, page.length)).toBe(page);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
  test('is new each time, beside older ones, and good more than once', async () => {
    const links = [];
    for (let n = 0; n < 2; n++) links.push((await acme.owner.call('GET', `${path}/k/client-url`)).body.url);
    expect(new Set(links).size).toBe(2);
    for (const url of [...links, ...links]) expect((await acme.exchange(url)).status).toBe(200);
  });
  test('leads to the tenant’s client domain where the service has a name', async () => {
    const named = await startTidings({ PUBLIC_URL: 'https://tidings.example' });
    try {
      const tenant = await createTenant(named, 'acme');
      const there = await tenant.conversation('c', { participants: [{ id: 'k', kind: 'CLIENT', display_name: 'C' }] });
      const { url } = (await tenant.owner.call('GET', `${there.participants}/k/client-url`)).body;
      expect(url).toMatch(/^https:\/\/acme-client\.tidings\.example\/c#auth_key=[A-Za-z0-9_-]{22}$/);
    } finally {
      await named.close();
    }
  });
  test('is given for clients alone', async () => {
    expect(await acme.owner.call('GET', `${path}/o/client-url`)).toMatchObject({
      status: 409,
      body: { code: 'errors.participant.not_a_client' },
    });
    expect((await acme.owner.call('GET', `${path}/nobody/client-url`)).status).toBe(404);
    expect((await acme.owner.call('GET', '/conversations/nowhere/participants/k/client-url')).status).toBe(404);
  });
});
