import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parsePosition } from '../../../src/catalogue/positions.js';
import { filesIn, folders, MASTER_KEY, manyBlobs, operator } from '../../cli/backup/backup.fixture.js';
import type { Caller } from '../../fixtures/caller.js';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { auditReadModels } from '../../support/audit.js';
import { type HttpClient, httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

const tidings = operator(compiledService);
/** Copying them takes longer than it takes to see that it has begun. */
const BLOBS = 2_000;
const SOME = 100;
const POSTERS = 4;

let { path, remove } = folders();
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let child: ServerChild | undefined;
let service: HttpClient;
let acme: WebhookTenant;
let key: Caller;
let dataDir: string;

beforeAll(async () => {
  receiver = await aReceiver();
});
afterAll(() => receiver.close());

beforeEach(async () => {
  ({ path, remove } = folders());
  receiver.received.length = 0;
  dataDir = withMasterKey(path('data'));
  await start(dataDir);
  acme = await createWebhookTenant(service, 'acme');
  await acme.enableWebhooks(receiver.url, ['message.created']);
  await acme.conversationWithClient('case');
  key = await acme.apiKey();
  manyBlobs(dataDir, BLOBS);
}, 60_000);
afterEach(async () => {
  await kill();
  remove();
});

/** A new folder in which the operator has put the master key. */
function withMasterKey(folder: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'master.key'), `${MASTER_KEY}\n`, { mode: 0o600 });
  return folder;
}

async function start(folder: string): Promise<void> {
  const environment = { ...webhookEnvironment, RATE_LIMITS: 'off', MASTER_KEY };
  child = await startServer({ root: compiledService(), dataDir: folder, environment });
  service = httpClient(child.url);
}

async function kill(): Promise<void> {
  service.close();
  await child?.kill();
  child = undefined;
}

const post = (said: string) =>
  key.at(service).call('POST', '/conversations/case/messages', { kind: 'TEXT', text: said, participant_id: 'client' });
const delivered = (said: string) => receiver.received.filter(({ raw }) => raw.includes(`"${said}"`)).length;

/** Posts until it is stopped. Returns the acknowledged texts with the positions that the answers name. */
function load() {
  const acknowledged: { readonly text: string; readonly position: number }[] = [];
  let isOn = true;
  const poster = async (name: number) => {
    for (let n = 0; isOn; n++) {
      const { status, headers } = await post(`load ${name} ${n}`);
      if (status < 300)
        acknowledged.push({
          text: `load ${name} ${n}`,
          position: parsePosition(headers.get('tidings-position') ?? '') ?? 0,
        });
    }
  };
  const posting = Promise.all(Array.from({ length: POSTERS }, (_, n) => poster(n)));
  return {
    acknowledged,
    async stop() {
      isOn = false;
      await posting;
    },
  };
}

async function messages(): Promise<readonly { readonly text: string; readonly sequence: number }[]> {
  const all: { text: string; sequence: number }[] = [];
  for (;;) {
    const page = `limit=100&order=ASC&offset=${all.length}`;
    const { body } = await key.at(service).mustCall('GET', `/conversations/case/messages?${page}`);
    all.push(...body.messages);
    if (body.messages.length < 100) return all;
  }
}

test('beside a service under load: every acknowledged message up to the position of the backup is restored', async () => {
  await post('before');
  await until(
    async () => (await key.at(service).mustCall('GET', '/webhooks/deliveries?limit=1')).body.deliveries,
    ([newest]) => newest?.status === 'DELIVERED',
    15_000,
  );
  const posting = load();
  await until(
    () => posting.acknowledged.length,
    (n) => n > 50,
  );
  const [to, keys, target] = [path('backup'), path('keys'), withMasterKey(path('restored'))];
  const made = await tidings(dataDir, ['backup', '--to', to, '--keys', keys, '--json']).ended;
  expect(made).toMatchObject({ code: 0 });
  const { position, events } = JSON.parse(made.said);
  expect(events).toMatchObject({ events: position, head: position });
  const before = posting.acknowledged.length;
  await until(
    () => posting.acknowledged.length,
    (n) => n > before,
  );
  await posting.stop();
  await kill();
  expect(posting.acknowledged.some((each) => each.position > position)).toBe(true);

  expect(await tidings(target, ['restore', '--from', to, '--keys', keys]).ended).toMatchObject({ code: 0 });
  await start(target);
  const found = await messages();
  expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_, n) => n + 1));
  const texts = new Set(found.map((each) => each.text));
  const due = posting.acknowledged.filter((each) => each.position <= position);
  expect(due.length).toBeGreaterThan(50);
  expect(due.filter((each) => !texts.has(each.text))).toEqual([]);
  await post('after');
  await until(
    () => delivered('after'),
    (n) => n > 0,
    15_000,
  );
  await sleep(1_000);
  expect([delivered('before'), delivered('after')]).toEqual([1, 1]);
  await kill();
  expect((await auditReadModels(target)).differences).toEqual([]);
}, 180_000);

test('a killed backup is refused by name, and leaves the service and its folder alone', async () => {
  const [to, keys, target] = [path('backup'), path('keys'), path('restored')];
  const { child: backup, ended } = tidings(dataDir, ['backup', '--to', to, '--keys', keys]);
  await until(
    () => filesIn(join(to, 'blobs')).length,
    (n) => n > SOME,
    30_000,
  );
  backup.kill('SIGKILL');
  await ended;
  expect((await post('after')).status).toBe(202);
  expect(await tidings(dataDir, ['backup', '--to', to, '--keys', keys]).ended).toMatchObject({ code: 2 });
  expect(await tidings(dataDir, ['backup', '--keys', keys]).ended).toMatchObject({ code: 0 });
  expect(await tidings(target, ['restore', '--from', to, '--keys', keys]).ended).toEqual({
    code: 1,
    said: `${join(to, 'manifest.json')} is missing: the backup did not end. Make another one.`,
  });
  expect(existsSync(target)).toBe(false);
}, 120_000);

test('a killed restore: no start and no restore in its folder until it is emptied', async () => {
  const [to, keys, target] = [path('backup'), path('keys'), path('restored')];
  expect(await tidings(dataDir, ['backup', '--to', to, '--keys', keys]).ended).toMatchObject({ code: 0 });
  const { child: restore, ended } = tidings(target, ['restore', '--from', to, '--keys', keys]);
  await until(
    () => filesIn(join(target, 'blobs')).length,
    (n) => n > SOME,
    30_000,
  );
  restore.kill('SIGKILL');
  await ended;

  const again = () => tidings(target, ['restore', '--from', to, '--keys', keys]).ended;
  expect(await again()).toEqual({ code: 2, said: `A restore into ${target} did not end. Empty the folder.` });
  const service_ = spawn(process.execPath, [join(compiledService(), 'src/main.js')], {
    env: { PATH: process.env.PATH, DATA_DIR: target, MASTER_KEY, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(service_.stderr)).toBe(
    `A restore into ${target} did not end. Empty the folder and restore the backup again.\n`,
  );
  rmSync(target, { recursive: true });
  expect(await again()).toMatchObject({ code: 0 });
  expect(filesIn(join(target, 'blobs')).length).toBe(BLOBS);
  expect(readFileSync(filesIn(join(target, 'blobs'))[0] as string, 'utf8')).toMatch(/^blob \d+$/);
}, 120_000);
