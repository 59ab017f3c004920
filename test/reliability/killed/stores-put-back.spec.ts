import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { type HttpClient, httpClient } from '../../support/http-client.js';
import { METRICS_TOKEN, metricIn, metricsOf } from '../../support/metrics.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

const MESSAGES = 12;

/** The folder of a killed service with a tenant, of which each test has a copy. */
let prepared: string;
let dataDir: string;
let backup: string;
let child: ServerChild | undefined;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let service: HttpClient;
/** Its credential is in the log. */
let key: Caller;

beforeAll(async () => {
  receiver = await aReceiver();
  prepared = mkdtempSync(join(tmpdir(), 'tidings-put-back-'));
  dataDir = prepared;
  await start();
  const acme = await createWebhookTenant(service, 'acme');
  await acme.enableWebhooks(receiver.url, ['message.created']);
  for (const id of ['case', 'other']) await acme.conversationWithClient(id);
  key = await acme.apiKey();
  await kill();
}, 120_000);
afterAll(async () => {
  await receiver.close();
  rmSync(prepared, { recursive: true, force: true });
});

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-put-back-'));
  backup = mkdtempSync(join(tmpdir(), 'tidings-backup-'));
  receiver.received.length = 0;
  cpSync(prepared, dataDir, { recursive: true });
});
afterEach(async () => {
  await kill();
  for (const folder of [dataDir, backup]) rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const settings = { ...webhookEnvironment, METRICS_TOKEN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  child = await startServer({ root: compiledService(), dataDir, environment: { ...settings, ...environment } });
  service = httpClient(child.url);
}

async function kill(): Promise<void> {
  service.close();
  await child?.kill();
  child = undefined;
}

const isOf = (name: string) => (file: string) => file.startsWith(name);

/** The files of a store, as a kill leaves them. */
function copy(name: string, from: string, to: string): void {
  for (const file of readdirSync(to).filter(isOf(name))) rmSync(join(to, file));
  for (const file of readdirSync(from).filter(isOf(name))) cpSync(join(from, file), join(to, file));
}

/** The operational store is lost; its keys are there, as from the keys file of a backup. */
function loseAllButKeys(): void {
  const operations = new DatabaseSync(join(dataDir, 'operational.db'));
  operations.exec("delete from entries where kind <> 'data-key'; delete from entry_counts");
  operations.close();
}

async function post(texts: readonly string[], idempotencyKey?: string) {
  const author = key.at(service);
  const answers = [];
  for (const text of texts) {
    const body = { kind: 'TEXT', text, participant_id: 'client' };
    const headers = { prefer: 'wait', ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) };
    answers.push(await author.call('POST', '/conversations/case/messages', body, headers));
  }
  return answers;
}

const numbered = (name: string) => Array.from({ length: MESSAGES }, (_, n) => `${name} ${n}`);
const sent = (name: string) =>
  receiver.received.filter(({ raw }) => raw.includes(`"${name} `)).map(({ body }) => body.data.text);
const untilSent = (name: string) =>
  until(
    () => sent(name),
    (all) => all.length >= MESSAGES,
    15_000,
  );
/** Posts messages and waits until the service has noted each delivery. A kill before its note repeats a delivery. */
async function deliver(name: string): Promise<void> {
  await post(numbered(name));
  await untilSent(name);
  await until(
    async () => (await key.at(service).mustCall('GET', `/webhooks/deliveries?limit=${MESSAGES}`)).body.deliveries,
    (newest) => newest.every(({ status }: { status: string }) => status === 'DELIVERED'),
    15_000,
  );
  expect(sent(name)).toEqual(numbered(name));
}
const metric = async (name: string) => metricIn(await metricsOf(service), name);

test('a log that was put back: its webhooks are sent, and a lost answer is not repeated', async () => {
  await start();
  await deliver('before');
  await kill();
  copy('log.db', dataDir, backup);
  await start();
  await post(numbered('lost'));
  const [first] = await post(['keyed'], 'a-key');
  await untilSent('lost');
  await kill();
  copy('log.db', backup, dataDir);
  await start();
  expect(child?.complaints()).toContain('The event log was put back to an older state');
  expect(await metric('tidings_put_back_total')).toBeGreaterThan(1);
  const [again] = await post(['keyed'], 'a-key');
  expect([first?.status, again?.status]).toEqual([201, 201]);
  expect(again?.headers.get('idempotent-replayed')).toBeNull();
  const found = await key.at(service).call('GET', `/conversations/case/messages/${again?.body.id}`);
  expect(found.status).toBe(200);
  await deliver('after');
  expect(sent('before')).toEqual(numbered('before'));
  expect(await metric('tidings_lost_answers_total')).toBe(1);
}, 120_000);

test('a lost operational store: the start is refused, and EFFECTS_FROM=head repeats nothing', async () => {
  await start();
  await deliver('before');
  await kill();
  loseAllButKeys();
  await expect(start()).rejects.toThrow(/EFFECTS_FROM=head/);
  await expect(start()).rejects.toThrow(/EFFECTS_FROM=head/);
  await start({ EFFECTS_FROM: 'head' });
  await deliver('after');
  expect(sent('before')).toEqual(numbered('before'));
  await kill();
  await start();
}, 120_000);

test('a lost operational store: EFFECTS_FROM=start repeats the webhooks of all events', async () => {
  await start();
  await deliver('before');
  await kill();
  loseAllButKeys();
  await start({ EFFECTS_FROM: 'start' });
  await until(
    () => sent('before'),
    (all) => all.length === 2 * MESSAGES,
    15_000,
  );
}, 120_000);

test('a lost operational store whose keys are lost too: what they sealed is parked and counted, and is not erased', async () => {
  await start();
  await post(['one']);
  await kill();
  for (const file of readdirSync(dataDir).filter(isOf('operational.db'))) rmSync(join(dataDir, file));
  await expect(start()).rejects.toThrow(/cannot be read without its keys/);
  await start({ EFFECTS_FROM: 'head' });
  const [refused] = await post(['two']);
  expect([refused?.status, refused?.body.code]).toEqual([503, 'errors.stream.unreadable']);
  expect(await metric('tidings_missing_keys')).toBeGreaterThan(0);
  const { status } = await key.at(service).call('GET', '/conversations/case/messages');
  expect(status).toBe(503);
}, 120_000);

test('databases without their master key: the start is refused and no key is made', async () => {
  const file = join(dataDir, 'master.key');
  cpSync(dataDir, backup, { recursive: true });
  rmSync(file);
  await expect(start()).rejects.toThrow(/master\.key is missing/);
  expect(existsSync(file)).toBe(false);
  rmSync(join(dataDir, 'keys'), { recursive: true, force: true });
  const other = Buffer.alloc(32, 7).toString('base64');
  await expect(start({ MASTER_KEY: other })).rejects.toThrow(/not the one that sealed/);
  rmSync(join(dataDir, 'keys'), { recursive: true });
  cpSync(backup, dataDir, { recursive: true });
  await start();
}, 120_000);

test('a damaged event: its stream is 503 and named, everything else goes on', async () => {
  await start();
  await post(['one']);
  await kill();
  const log = new DatabaseSync(join(dataDir, 'log.db'));
  log.exec(
    `update events set body = 'no JSON' where position = (select max(position) from events where type = 'MessagePosted')`,
  );
  log.close();
  await start();
  const [refused] = await post(['two']);
  expect([refused?.status, refused?.body.code]).toEqual([503, 'errors.stream.unreadable']);
  expect(child?.complaints()).toContain('The event cannot be decoded');
  const answer = await key
    .at(service)
    .call('POST', '/conversations/other/messages', { kind: 'TEXT', text: 'other 1', participant_id: 'client' });
  expect(answer.status).toBeLessThan(300);
  await until(
    () => sent('other'),
    (all) => all.length > 0,
    15_000,
  );
  expect(await metric('tidings_unreadable_events')).toBe(1);
}, 120_000);

test.each([
  ['log.db', /log\.db cannot be .*Restore it from a backup/],
  ['operational.db', /operational\.db cannot be .*EFFECTS_FROM/],
  ['read.db', /read\.db cannot be .*Remove it/],
])(
  'a damaged %s: the start is refused in one sentence',
  async (name, sentence) => {
    for (const file of readdirSync(dataDir).filter(isOf(name))) rmSync(join(dataDir, file));
    writeFileSync(join(dataDir, name), 'x'.repeat(8_192));
    await expect(start()).rejects.toThrow(sentence);
  },
  60_000,
);

test('a log that was lost: the start is refused', async () => {
  for (const file of readdirSync(dataDir).filter(isOf('log.db'))) rmSync(join(dataDir, file));
  await expect(start()).rejects.toThrow(/The event log is empty/);
}, 120_000);
