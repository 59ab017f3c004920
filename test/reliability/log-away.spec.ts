import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock.js';
import { Metrics } from '../../src/http/metrics/metrics.js';
import { MINUTE } from '../../src/kernel/instant.js';
import { CLOCK } from '../../src/ports/process/clock.js';
import type { Caller } from '../fixtures/caller.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { signIn } from '../fixtures/tokens.js';
import { type SharedMember, type SharedService, sharedService } from '../support/given/shared-log.js';

let service: SharedService;
/** Loses the log. */
let api: SharedMember;
/** Keeps the log. */
let other: SharedMember;
let acme: Tenant;
let client: Caller;
let key: Caller;
/** How far the clock of the process that loses the log is turned on. */
let laterMs = 0;

const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + laterMs };

const READS = [
  '/conversations',
  '/conversations/talk',
  '/conversations/talk?includes=PARTICIPANTS',
  '/conversations/talk/messages',
  '/conversations/talk/participants',
  '/conversations/talk/participants/client',
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

const statusOf = async (caller: Caller, path = '/conversations') => (await caller.call('GET', path)).status;

beforeAll(async () => {
  service = sharedService();
  await service.start(['projector', 'effects']);
  [api, other] = await Promise.all([
    service.start(['api'], [{ provide: CLOCK, useValue: clock }]),
    service.start(['api']),
  ]);
  acme = await createTenant(api, 'acme');
  key = await acme.apiKey();
  for (const id of ['talk', 'left']) await acme.conversationWithClient(id);
  await acme.owner.at(other).mustCall('POST', '/conversations', { id: 'unseen', conversation_type_id: 'support' });
  await acme.post('talk', 'Hello');
  client = await acme.client('talk');
  for (const path of READS) expect([path, await statusOf(acme.owner, path)]).toEqual([path, 200]);
}, 60_000);
afterAll(() => service.close());
afterEach(() => {
  laterMs = 0;
  api.log.resume();
});

describe('with the log away', () => {
  test('an owner, an API key and a client read what is known, and are told that it may lag', async () => {
    api.log.cut();
    for (const path of READS) {
      const { status, headers } = await acme.owner.call('GET', path);
      expect([path, status, headers.get('tidings-lag')]).toEqual([path, 200, 'true']);
    }
    const answers = await Promise.all([
      acme.owner.call('POST', '/conversations/by_ids', { ids: ['talk', 'unseen'] }),
      key.call('GET', '/conversations'),
      client.call('GET', '/conversations/talk/messages'),
    ]);
    for (const { status, headers } of answers) expect([status, headers.get('tidings-lag')]).toEqual([200, 'true']);
    expect(answers[2].body.messages).toMatchObject([{ text: 'Hello' }]);
  });

  test('a write is 503, and nothing lags once the log is back', async () => {
    api.log.cut();
    const post = () => acme.owner.call('POST', '/conversations/talk/messages', { kind: 'TEXT', text: 'x' });
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    api.log.resume();
    const taken = await post();
    expect([taken.status, taken.headers.get('tidings-lag')]).toEqual([202, null]);
    const read = await acme.owner.call('GET', '/conversations');
    expect([read.status, read.headers.get('tidings-lag')]).toEqual([200, null]);
  });

  test('who was refused before the outage stays refused, whichever process was asked for that', async () => {
    const [deletedUser, user] = [await acme.user('ben'), await acme.user('kim')];
    const deletedKey = await acme.apiKey();
    const leaver = await acme.client('left');
    const statuses = async () => [
      await statusOf(deletedUser),
      await statusOf(deletedKey),
      await statusOf(leaver, '/conversations/left/messages'),
      await statusOf(user),
    ];
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const owner = acme.owner.at(other);
    await owner.mustCall('DELETE', `/users/${deletedUser.id}`);
    await owner.mustCall('DELETE', `/api-keys/${deletedKey.id}`);
    await owner.mustCall('DELETE', '/conversations/left/participants/client');
    api.log.cut();
    laterMs = 10_000;
    expect(await statuses()).toEqual([401, 401, 401, 200]);
  });

  test('the metrics are there and say which store is away, and the process says why it is not ready', async () => {
    const figure = async (line: RegExp) => line.test(await api.app.get(Metrics).text());
    const EVENT_STORE_AWAY = /^tidings_store_reachable\{store="event_store"\} 0$/m;
    expect([await figure(EVENT_STORE_AWAY), await figure(/^tidings_log_position \d/m)]).toEqual([false, true]);
    api.log.cut();
    expect([await figure(EVENT_STORE_AWAY), await figure(/^tidings_log_position \d/m)]).toEqual([true, false]);
    expect(await figure(/^tidings_store_reachable\{store="read_store"\} 1$/m)).toBe(true);
    expect(await figure(/^tidings_event_loop_stalls_total \d/m)).toBe(true);
    const { status, body } = await api.call('GET', '//health/ready');
    expect([status, body.code]).toEqual([503, 'errors.store.unavailable']);
  });

  test('access ends five minutes after the log went away', async () => {
    api.log.cut();
    expect(await statusOf(acme.owner)).toBe(200);
    laterMs = 5 * MINUTE - 1_000;
    expect(await statusOf(acme.owner)).toBe(200);
    laterMs = 5 * MINUTE + 1_000;
    for (const caller of [acme.owner, key]) expect(await statusOf(caller)).toBe(503);
    api.log.resume();
    expect(await statusOf(acme.owner)).toBe(200);
  });

  test('nobody signs in', async () => {
    api.log.cut();
    expect((await signIn(api, acme.tenantId)).status).toBe(503);
  });
});
