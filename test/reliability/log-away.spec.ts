import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock.js';
import { MINUTE } from '../../src/kernel/instant.js';
import { CLOCK } from '../../src/ports/clock.js';
import { createTenant } from '../fixtures/tenant.js';
import { authKeyOf, exchangeKey, signIn } from '../fixtures/tokens.js';
import { type SharedMember, type SharedService, sharedService } from '../support/shared-log.js';

let service: SharedService;
/** Loses the log. */
let api: SharedMember;
/** Keeps the log. */
let other: SharedMember;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let client: string;
let key: string;
/** How far the clock of the process that loses the log is turned on. */
let laterMs = 0;

const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + laterMs };

const made = async (path: string, body: object) => {
  const answer = await api.call('POST', path, { token: tenant.owner.token, body });
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

const clientToken = async (conversation: string) => {
  const path = `/conversations/${conversation}/participants/cleo/client-url`;
  const { body } = await api.call('GET', path, { token: tenant.owner.token });
  const granted = await exchangeKey(api, tenant.tenantId, authKeyOf(String(body.url)));
  return granted.body.access_token as string;
};

beforeAll(async () => {
  service = sharedService();
  await service.start(['projector', 'effects']);
  [api, other] = await Promise.all([
    service.start(['api'], [{ provide: CLOCK, useValue: clock }]),
    service.start(['api']),
  ]);
  tenant = await createTenant(api, 'acme', { types: [] });
  ({ token: key } = await tenant.apiKey());
  await made('/conversation-types', { id: 'support', conversation_data_list_item_template: '' });
  const participants = [{ id: 'cleo', kind: 'CLIENT', display_name: 'Cleo' }];
  for (const id of ['talk', 'left', 'unseen']) {
    await (id === 'unseen' ? other : api).call('POST', '/conversations', {
      token: tenant.owner.token,
      body: { id, conversation_type_id: 'support', participants },
    });
  }
  await made('/conversations/talk/messages', { kind: 'TEXT', text: 'Hello' });
  client = await clientToken('talk');
  for (const path of READS) {
    const { status } = await api.call('GET', path, { token: tenant.owner.token });
    expect([path, status]).toEqual([path, 200]);
  }
}, 60_000);
afterAll(() => service.close());
afterEach(() => {
  laterMs = 0;
  api.log.resume();
});

const READS = [
  '/conversations',
  '/conversations/talk',
  '/conversations/talk?includes=PARTICIPANTS',
  '/conversations/talk/messages',
  '/conversations/talk/participants',
  '/conversations/talk/participants/cleo',
  '/conversations/talk/notifications',
  '/conversations/unseen/messages',
  '/conversations/unseen/participants',
  '/conversation-types',
  '/conversation-types/support',
  '/message_templates',
  '/users',
  '/users/me',
  '/api-keys',
  '/workflows',
  '/webhooks/features/available',
  '/webhooks/deliveries',
];

describe('with the log away', () => {
  test('an owner, an API key and a client read what is known, and are told that it may lag', async () => {
    api.log.cut();
    for (const path of READS) {
      const { status, headers } = await api.call('GET', path, { token: tenant.owner.token });
      expect([path, status, headers.get('tidings-lag')]).toEqual([path, 200, 'true']);
    }
    const ids = { ids: ['talk', 'unseen'] };
    const asked = [
      api.call('POST', '/conversations/by_ids', { token: tenant.owner.token, body: ids }),
      api.call('GET', '/conversations', { headers: { 'x-api-key': key } }),
      api.call('GET', '/conversations/talk/messages', { token: client }),
    ];
    for (const { status, headers, body } of await Promise.all(asked)) {
      expect([status, headers.get('tidings-lag'), body]).toEqual([200, 'true', expect.anything()]);
    }
    const texts = (await asked[2])?.body.messages.map(({ text }: { text: string }) => text);
    expect(texts).toEqual(['Hello']);
  });

  test('a write is 503, and nothing lags once the log is back', async () => {
    api.log.cut();
    const body = { kind: 'TEXT', text: 'x' };
    const post = () => api.call('POST', '/conversations/talk/messages', { token: tenant.owner.token, body });
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    api.log.resume();
    const taken = await post();
    expect([taken.status, taken.headers.get('tidings-lag')]).toEqual([202, null]);
    const read = await api.call('GET', '/conversations', { token: tenant.owner.token });
    expect([read.status, read.headers.get('tidings-lag')]).toEqual([200, null]);
  });

  test('who was refused before the outage stays refused, by whichever process that was done', async () => {
    const [user, another] = [await tenant.user('ben'), await tenant.user('kim')];
    const { id: keyId, token: deletedKey } = await tenant.apiKey();
    const leaver = await clientToken('left');
    const reads = [{ token: user.token }, { headers: { 'x-api-key': deletedKey } }, { token: another.token }];
    const statuses = () => Promise.all(reads.map(async (ask) => (await api.call('GET', '/conversations', ask)).status));
    const leaversStatus = async () => (await api.call('GET', '/conversations/left/messages', { token: leaver })).status;
    expect([...(await statuses()), await leaversStatus()]).toEqual([200, 200, 200, 200]);
    const deletions = [`/users/${user.id}`, `/api-keys/${keyId}`, '/conversations/left/participants/cleo'];
    for (const path of deletions) {
      expect((await other.call('DELETE', path, { token: tenant.owner.token })).status).toBe(204);
    }
    api.log.cut();
    laterMs = 10_000;
    expect([...(await statuses()), await leaversStatus()]).toEqual([401, 401, 200, 401]);
  });

  test('access ends five minutes after the log went away', async () => {
    api.log.cut();
    const status = async (ask: object) => (await api.call('GET', '/conversations', ask)).status;
    expect(await status({ token: tenant.owner.token })).toBe(200);
    laterMs = 5 * MINUTE - 1_000;
    expect(await status({ token: tenant.owner.token })).toBe(200);
    laterMs = 5 * MINUTE + 1_000;
    for (const ask of [{ token: tenant.owner.token }, { headers: { 'x-api-key': key } }])
      expect(await status(ask)).toBe(503);
    api.log.resume();
    expect(await status({ token: tenant.owner.token })).toBe(200);
  });

  test('nobody signs in', async () => {
    api.log.cut();
    expect((await signIn(api, tenant.tenantId)).status).toBe(503);
  });
});
