import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { type HttpClient, httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { copyOfData } from '../../support/processes/data-copy.js';
import { stoppedLog } from '../../support/stopped-log.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

const [KEPT, GONE] = ['a text of canaries that stays', 'a text of canaries that goes'];
const REQUEST_ID = 'canary.request-of-a-caller';

let dataDir: string;
let child: ServerChild | undefined;
let service: HttpClient;
let key: Caller;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-keys-back-'));
  await start();
  const acme = await createWebhookTenant(service, 'acme');
  await acme.conversationWithClient('case');
  key = await acme.apiKey();
}, 60_000);
afterEach(async () => {
  await kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const environment = { ...webhookEnvironment, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  child = await startServer({ root: compiledService(), dataDir, environment });
  service = httpClient(child.url);
}

async function kill(): Promise<void> {
  service.close();
  await child?.kill();
  child = undefined;
}

const filesOf = (folder: string, name: string) => readdirSync(folder).filter((file) => file.startsWith(name));

async function messagesInLog() {
  const copy = copyOfData(dataDir);
  const { log, close } = stoppedLog(copy.dir);
  try {
    const events = await log.readAll(0, 1_000);
    return events.filter(({ type }) => type === 'MessagePosted');
  } finally {
    await close();
    copy.remove();
  }
}

test('a deleted message stays unreadable when an older operational store is put back', async () => {
  const post = (text: string) => {
    const headers = { prefer: 'wait', 'x-request-id': REQUEST_ID };
    return key
      .at(service)
      .call('POST', '/conversations/case/messages', { kind: 'TEXT', text, participant_id: 'client' }, headers);
  };
  const [kept, gone] = [await post(KEPT), await post(GONE)];
  expect([kept.status, gone.headers.get('x-request-id')]).toEqual([201, REQUEST_ID]);
  await kill();
  const before = await messagesInLog();
  expect(before.map(({ data }) => (data as { text?: string }).text)).toEqual([KEPT, GONE]);
  expect(before.map(({ meta }) => meta.requestId)).toEqual([REQUEST_ID, REQUEST_ID]);
  const older = copyOfData(dataDir);
  await start();
  await key.at(service).mustCall('DELETE', `/conversations/case/messages/${gone.body.id}`);
  await kill();
  for (const file of filesOf(dataDir, 'operational.db')) rmSync(join(dataDir, file));
  for (const file of filesOf(older.dir, 'operational.db')) cpSync(join(older.dir, file), join(dataDir, file));
  older.remove();
  await start();
  await kill();
  const after = await messagesInLog();
  expect(after.map(({ data, meta }) => [(data as { text?: string }).text, meta.erased])).toEqual([
    [KEPT, undefined],
    [undefined, true],
  ]);
  for (const file of filesOf(dataDir, 'log.db')) {
    const bytes = readFileSync(join(dataDir, file));
    expect([file, bytes.includes('canaries'), bytes.includes(REQUEST_ID)]).toEqual([file, false, false]);
  }
}, 120_000);
