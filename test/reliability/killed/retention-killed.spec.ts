import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { download, photo, postMedia, settled, upload } from '../../fixtures/media.js';
import {
  BEYOND,
  createRetentionTenant,
  type RetentionTenant,
  startRetention,
  untilErased,
} from '../../fixtures/retention.js';
import { sendMessage } from '../../fixtures/workflows.js';
import type { Tidings } from '../../support/api.js';
import { auditReadModels } from '../../support/audit.js';
import { filesWith } from '../../support/canary.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { until } from '../../support/until.js';

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
/** The message with a photograph in each of these conversations. */
const pictures = new Map<string, { readonly id: string; readonly asset: { readonly download_url: string } }>();
const shared = { text: 'kept '.repeat(LARGE / 5) };

/** The whole folder at once, as a kill leaves it. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-killed-'));
  cpSync(tidings.dataDir, folder, { recursive: true });
  return folder;
}

/** Names of the files of assets, those that are being received included. */
const assetsIn = (folder: string) =>
  readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(relative(join(folder, 'assets'), parentPath), name));

async function showPicture({ key }: RetentionTenant, id: string): Promise<void> {
  await key.mustCall('POST', `/conversations/${id}/participants`, { id: 'pia', kind: 'CLIENT', display_name: 'Pia' });
  const { body } = await postMedia(key, id, 'IMAGE', { participant_id: 'pia' });
  await upload(tidings, body.asset.upload_url, await photo(), 'image/jpeg');
  pictures.set(id, await settled(key, body));
}

const blobsIn = (folder: string) =>
  readdirSync(join(folder, 'blobs'), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(String(name)));

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
  for (const id of ['gone', 'stays']) await showPicture({ key } as RetentionTenant, id);
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
      for (const { type, stream } of events.map(({ stored }) => stored))
        if (DEATHS.includes(type) && !copies.has(type) && !stream.includes('twin')) copies.set(type, copy());
    },
    () => {},
  );
  clock.advance(BEYOND);
  await untilErased(tidings, tenant.tenantId, ['gone', 'twin'], tenant.key);
  tail.close();
}

/** The files of a photograph are its content and its thumbnail. */
function expectAssets(folder: string): void {
  const { id } = pictures.get('stays') as { readonly id: string };
  expect(assetsIn(folder).map((path) => path.split('/').slice(-2, -1))).toEqual([[id], [id]]);
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
  expectAssets(folder);
  expect(leftIn(folder)).toEqual([]);
  expect((await auditReadModels(folder)).differences).toEqual([]);
}

/** Mails to clients. The owner got one about the API key of the tenant. */
const mailsIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'outbox')).filter((name) => !name.includes('-api-key-created-'));

describe.runIf(isEmbeddedRun())('a conversation that retention removes', () => {
  beforeAll(async () => {
    ({ tidings, clock } = await startRetention(environment));
    tenant = await createRetentionTenant(tidings, 'killed');
    await tellMuch(tenant);
    expect(leftIn(tidings.dataDir)).toEqual(expect.arrayContaining(['read.db-wal']));
    expect(mailsIn(tidings.dataDir)).toHaveLength(1);
    expect(blobsIn(tidings.dataDir), 'one a conversation, of the same data too').toHaveLength(3);
    await whileErased(tidings);
  }, 120_000);
  afterAll(async () => {
    await tidings.close();
    rmSync(tidings.dataDir, { recursive: true, force: true });
    for (const folder of copies.values()) rmSync(folder, { recursive: true, force: true });
  });

  test('leaves no word outside of the log', () => {
    expect(leftIn(tidings.dataDir)).toEqual([]);
    expect(mailsIn(tidings.dataDir)).toEqual([]);
  });
  test('leaves no file of its media messages, and their URLs lead nowhere', async () => {
    expectAssets(tidings.dataDir);
    const { asset } = pictures.get('gone') as { readonly asset: { readonly download_url: string } };
    expect((await download(tidings, asset.download_url)).status).toBe(403);
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const uploads = await operations.list(tenant.tenantId, 'asset-upload', '', 10);
    expect(uploads.map(({ key }) => key.id.startsWith('gone'))).not.toContain(true);
  });
  test('leaves what another conversation names', async () => {
    const { body } = await tenant.key.mustCall('GET', '/conversations/stays?includes=CONVERSATION_DATA');
    expect(body.conversation_data).toEqual(shared);
    expect(blobsIn(tidings.dataDir)).toHaveLength(1);
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
