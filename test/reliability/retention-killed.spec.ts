import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../src/engine/log/event-log.js';
import {
  BEYOND,
  createRetentionTenant,
  type RetentionTenant,
  startRetention,
  untilErased,
} from '../fixtures/retention.js';
import { sendMessage } from '../fixtures/workflows.js';
import type { Tidings } from '../support/api.js';
import { auditReadModels } from '../support/audit.js';
import { filesWith } from '../support/canary.js';
import { isEmbeddedRun } from '../support/engines.js';
import { until } from '../support/until.js';

/** It stands in everything that the conversation has. */
const WORD = 'qwzxunheard';
const LARGE = 140_000;
/** Events at which the service is killed. */
const DEATHS = ['MessagesEnded', 'ConversationRemoved', 'ErasureAdvanced'];
const CLIENT = { id: 'cleo', kind: 'CLIENT', display_name: `${WORD} Cleo`, email: `${WORD}@example.com` };

const environment = { IDEMPOTENCY_HOURS: '720', OUTBOUND_ALLOW: '127.0.0.0/8' };

let tidings: Tidings;
let clock: Awaited<ReturnType<typeof startRetention>>['clock'];
let tenant: RetentionTenant;
const copies = new Map<string, string>();
const shared = { text: 'kept '.repeat(LARGE / 5) };

/** The whole folder at once, as a kill leaves it. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-killed-'));
  cpSync(tidings.dataDir, folder, { recursive: true });
  return folder;
}

const leftIn = (folder: string) =>
  filesWith(folder, WORD)
    .map((path) => relative(folder, path))
    .filter((path) => !path.startsWith('log.db'));

/** A conversation of which every store keeps something. */
async function tellMuch({ key }: RetentionTenant): Promise<void> {
  const { mustCall } = key;
  const texts = { en: 'Shipped: {{status}}' };
  const parameters = [{ name: 'status', kind: 'CONVERSATION_DATA', value_path: 'status' }];
  await mustCall('POST', '/message_templates', { name: 'shipped', kind: 'TEXT', texts, parameters });
  await mustCall('POST', '/workflows', {
    id: 'flow',
    conversation_type_id: 'all',
    trigger: { kind: 'CONVERSATION_DATA_CHANGED', branches: [changedStatus] },
  });
  await mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://127.0.0.1:9/' });
  const path = '/conversations/gone';
  const large = { status: WORD, more: `${WORD} `.repeat(LARGE / WORD.length) };
  const conversation = { conversation_type_id: 'all', description: WORD, conversation_data: large };
  await mustCall(
    'POST',
    '/conversations',
    { id: 'gone', ...conversation, participants: [CLIENT] },
    { 'idempotency-key': 'a' },
  );
  await mustCall('PATCH', path, { conversation_data: { status: `${WORD}-2` } });
  await until(async () => (await mustCall('GET', '/workflows/flow/runs')).body.total_elements === 1);
  await mustCall('POST', `${path}/labels`, { labels: [WORD] });
  await mustCall(
    'POST',
    `${path}/messages`,
    { kind: 'TEXT', text: WORD, participant_id: 'cleo' },
    { 'idempotency-key': 'b' },
  );
  await mustCall('POST', `${path}/participants/notify`, {}, { 'idempotency-key': 'c' });
  await mustCall('GET', `${path}/participants/cleo/client-url`);
  await mustCall('PUT', `${path}/participants/cleo/activity`, { kind: 'TYPING' }).catch(() => undefined);
  await until(async () =>
    (await mustCall('GET', `${path}/notifications`)).body.notifications.every(
      ({ status }: { status: string }) => status !== 'QUEUED',
    ),
  );
  for (const [id, type] of [
    ['twin', 'all'],
    ['stays', 'support'],
  ])
    await mustCall('POST', '/conversations', { id, conversation_type_id: type, conversation_data: shared });
}

const changedStatus = {
  condition_node: { kind: 'LEAF', target_identifier: 'status', operator: 'CHANGED' },
  action: sendMessage,
};

async function whileErased({ app }: Tidings): Promise<void> {
  const log = app.get(EventLog);
  const tail = log.tail(
    await log.head(),
    (events) => {
      for (const { type, meta } of events)
        if (DEATHS.includes(type) && !copies.has(type) && !meta.stream.includes('twin')) copies.set(type, copy());
    },
    () => {},
  );
  clock.advance(BEYOND);
  await untilErased(tidings, tenant.tenantId, ['gone', 'twin'], tenant.key);
  tail.close();
}

/** Of a service that starts on the folder and ends again. */
async function isGone(folder: string): Promise<void> {
  const again = await startRetention(environment, folder);
  again.clock.set(clock.now());
  const key = tenant.key.at(again.tidings);
  await untilErased(again.tidings, tenant.tenantId, ['gone', 'twin'], key);
  const { body } = await key.mustCall('GET', '/conversations/stays?includes=CONVERSATION_DATA');
  expect(body.conversation_data).toEqual(shared);
  expect(JSON.stringify((await key.call('GET', '/events?limit=1000')).body)).not.toContain('gone');
  await again.tidings.close();
  expect(leftIn(folder)).toEqual([]);
  expect((await auditReadModels(folder)).differences).toEqual([]);
}

describe.runIf(isEmbeddedRun())('a conversation that retention removes', () => {
  beforeAll(async () => {
    ({ tidings, clock } = await startRetention(environment));
    tenant = await createRetentionTenant(tidings, 'killed');
    await tellMuch(tenant);
    expect(leftIn(tidings.dataDir)).toEqual(expect.arrayContaining(['read.db-wal']));
    expect(existsSync(join(tidings.dataDir, 'outbox')) && readdirSync(join(tidings.dataDir, 'outbox'))).toHaveLength(1);
    expect(
      readdirSync(join(tidings.dataDir, 'blobs'), { recursive: true }).filter((name) =>
        /[0-9a-f]{64}$/.test(String(name)),
      ),
    ).toHaveLength(2);
    await whileErased(tidings);
  }, 120_000);
  afterAll(async () => {
    await tidings.close();
    rmSync(tidings.dataDir, { recursive: true, force: true });
    for (const folder of copies.values()) rmSync(folder, { recursive: true, force: true });
  });

  test('leaves no word outside of the log', () => {
    expect(leftIn(tidings.dataDir)).toEqual([]);
    expect(existsSync(join(tidings.dataDir, 'outbox')) && readdirSync(join(tidings.dataDir, 'outbox'))).toEqual([]);
  });
  test('leaves what another conversation names', async () => {
    const { body } = await tenant.key.mustCall('GET', '/conversations/stays?includes=CONVERSATION_DATA');
    expect(body.conversation_data).toEqual(shared);
  });
  test('is in no run, no delivery, no notification and no answer', async () => {
    const { call } = tenant.key;
    expect((await call('GET', '/workflows/flow/runs')).body.total_elements).toBe(0);
    expect((await call('GET', '/notifications')).body.total_elements).toBe(0);
    const { body } = await call('GET', '/webhooks/deliveries');
    expect(body.deliveries.filter((each: { conversation_id?: string }) => each.conversation_id === 'gone')).toEqual([]);
    const again = { kind: 'TEXT', text: WORD, participant_id: 'cleo' };
    expect((await call('POST', '/conversations/gone/messages', again, { 'idempotency-key': 'b' })).status).toBe(404);
  });
  test('does not come back when the read models are built anew', async () => {
    const folder = copy();
    copies.set('rebuilt', folder);
    for (const name of readdirSync(folder).filter((each) => each.startsWith('read.db'))) rmSync(join(folder, name));
    await isGone(folder);
  }, 60_000);
  test.each(DEATHS)('is gone after a kill at %s and a start', (type) => isGone(copies.get(type) as string), 60_000);
});
