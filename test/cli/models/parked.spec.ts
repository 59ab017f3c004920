import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { NO_TENANT, streamName } from '../../../src/kernel/stream.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { askedOperator } from '../../support/given/asked-operator.js';
import { newEventMeta } from '../../support/given/given.js';
import { metricsOf } from '../../support/metrics.js';
import { operator } from '../../support/processes/operator.js';
import { until } from '../../support/until.js';

const path = '/conversations/talk/messages';
const { evolve } = messageLog;
/** EventStoreDB takes only UUIDs. */
const POISON = '018f0000-0000-7000-8000-000000000001';
const DAMAGED = '018f0000-0000-7000-8000-000000000002';

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
const asked = (verb: string, args = {}) => askedOperator(tidings, `parked ${verb}`, args);
const status = async () => (await tidings.call('GET', '//health/ready')).body.status;
const figure = async (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(await metricsOf(tidings))?.[1]);

test('a poison document is named, counted, shown and skipped with a reason; the service is degraded until then', async () => {
  expect([await status(), (await asked('list')).lines]).toEqual(['ok', []]);
  const content = { kind: 'TEXT', text: 'poison', participantId: 'client', seenBy: 'client' };
  const data = { ...content, messageId: 'm1', sequence: 1 };
  await tidings.app
    .get(EventLog)
    .append(streamName('messageLog', acme.tenantId, 'poisoned'), 0, [
      { type: 'MessagePosted', data, meta: newEventMeta(POISON) },
    ]);
  await until(async () => (await status()) === 'degraded');
  expect(await figure('tidings_parked_documents')).toBe(1);

  const [item, ...others] = (await asked('list')).lines;
  expect(others).toEqual([]);
  const { tenantId } = acme;
  const place = { kind: 'DOCUMENT', model: 'message-log', tenant_id: tenantId, key: 'poisoned.m1', error: 'a bug' };
  expect(item).toMatchObject(place);
  const { id } = item;
  const shown = await asked('show', { id });
  expect(shown.lines).toMatchObject([{ ...item, type: 'MessagePosted', stream: expect.stringContaining('poisoned') }]);

  expect(await asked('retry', { id })).toMatchObject({ exit: 1, message: expect.stringContaining('a bug') });
  expect((await asked('skip', { id: 'nothing', reason: 'x' })).exit).toBe(1);
  const [without, skipped] = await Promise.all([parked('skip', id), parked('skip', id, '--reason', 'a known defect')]);
  expect([without.code, skipped.code, skipped.error]).toEqual([2, 0, '']);
  await until(async () => (await status()) === 'ok');
  expect([await figure('tidings_parked_documents'), (await asked('list')).lines]).toEqual([0, []]);

  const log = tidings.app.get(EventLog);
  const { events } = await log.readPage(streamName('skip', NO_TENANT, 'parked'), { limit: 10 });
  expect(events).toMatchObject([
    { type: 'ParkedSkipped', data: { reason: 'a known defect' }, meta: { actor: 'operator' } },
  ]);
}, 90_000);

test('a damaged event is named and skipped', async () => {
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  await store.append(`messageLog-${acme.tenantId}_damaged`, 0, [{ id: DAMAGED, type: 'MessagePosted', body: '{' }]);
  await acme.owner.mustCall('POST', path, { kind: 'TEXT', text: 'Hello' });
  await until(async () => (await status()) === 'degraded');
  expect((await asked('list')).lines).toMatchObject([{ id: DAMAGED, kind: 'EVENT' }]);
  await until(async () => (await figure('tidings_parked_events')) === 1);
  const { out } = await parked('list', '--json');
  expect(JSON.parse(out)).toMatchObject({ id: DAMAGED, error: 'its content is not JSON' });
  expect((await asked('retry', { id: DAMAGED })).exit).toBe(1);
  expect((await asked('skip', { id: DAMAGED, reason: 'the disk was bad' })).exit).toBe(0);
  expect(await status()).toBe('ok');
}, 90_000);
