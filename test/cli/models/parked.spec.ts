import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { streamName } from '../../../src/kernel/stream.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { newEventMeta } from '../../support/given/given.js';
import { metricsOf } from '../../support/metrics.js';
import { operator } from '../../support/processes/operator.js';
import { until } from '../../support/until.js';

const path = '/conversations/talk/messages';
const { evolve } = messageLog;

let tidings: Tidings;
let acme: Tenant;

/** The fold has a bug at one text. */
beforeAll(async () => {
  Object.assign(messageLog, {
    evolve: ((doc, event) => {
      if (event.type === 'MessagePosted' && event.data.text === 'poison') throw new Error('a bug');
      return evolve(doc, event);
    }) satisfies typeof evolve,
  });
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  await acme.conversationWithClient('talk');
}, 60_000);
afterAll(async () => {
  Object.assign(messageLog, { evolve });
  // The damaged event is a finding of the audit that ends other specs.
  await closeApp(tidings.app);
  rmSync(tidings.dataDir, { recursive: true, force: true });
});

const parked = (...args: readonly string[]) => operator(tidings.dataDir, ['parked', ...args]);
const lines = (out: string) => (out === '' ? [] : out.split('\n').map((line) => JSON.parse(line)));
const status = async () => (await tidings.call('GET', '//health/ready')).body.status;
const figure = async (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(await metricsOf(tidings))?.[1]);

test('a poison document is named, counted, shown and skipped with a reason; the service is degraded until then', async () => {
  expect([await status(), (await parked('list', '--json')).out]).toEqual(['ok', '']);
  const content = { kind: 'TEXT', text: 'poison', participantId: 'client', seenBy: 'client' };
  const data = { ...content, messageId: 'm1', sequence: 1 };
  await tidings.app
    .get(EventLog)
    .append(streamName('messageLog', acme.tenantId, 'poisoned'), 0, [
      { type: 'MessagePosted', data, meta: newEventMeta('e1') },
    ]);
  await until(async () => (await status()) === 'degraded');
  expect(await figure('tidings_parked_documents')).toBe(1);

  const [item, ...others] = lines((await parked('list', '--json')).out);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    kind: 'DOCUMENT',
    model: 'message-log',
    tenant_id: acme.tenantId,
    key: 'poisoned.m1',
    error: 'a bug',
  });
  const shown = await parked('show', item.id, '--json');
  expect(lines(shown.out)[0]).toMatchObject({
    ...item,
    type: 'MessagePosted',
    stream: expect.stringContaining('poisoned'),
  });

  expect(await parked('retry', item.id)).toMatchObject({ code: 1, error: expect.stringContaining('a bug') });
  expect((await parked('skip', item.id)).code).toBe(2);
  expect((await parked('skip', 'nothing', '--reason', 'x')).code).toBe(1);
  expect((await parked('skip', item.id, '--reason', 'a known defect')).code).toBe(0);
  await until(async () => (await status()) === 'ok');
  expect([await figure('tidings_parked_documents'), (await parked('list')).out]).toEqual([0, '']);

  const events = await operator(tidings.dataDir, ['events', '--type', 'ParkedSkipped', '--json']);
  expect(lines(events.out)).toMatchObject([{ type: 'ParkedSkipped', data: { reason: 'a known defect' } }]);
});

test('a damaged event is named and skipped', async () => {
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  await store.append(`messageLog-${acme.tenantId}_damaged`, 0, [{ id: 'damaged', type: 'MessagePosted', body: '{' }]);
  await acme.owner.mustCall('POST', path, { kind: 'TEXT', text: 'Hello' });
  await until(async () => (await status()) === 'degraded');
  expect(lines((await parked('list', '--json')).out)).toMatchObject([{ id: 'damaged', kind: 'EVENT' }]);
  await until(async () => (await figure('tidings_parked_events')) === 1);
  expect((await parked('retry', 'damaged')).code).toBe(1);
  expect((await parked('skip', 'damaged', '--reason', 'the disk was bad')).code).toBe(0);
  expect(await status()).toBe('ok');
});
