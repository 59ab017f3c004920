import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askOperator } from '../../../src/adapters/operator-socket/ask-operator.js';
import { createApp } from '../../../src/composition/create-app.js';
import { readConfig } from '../../../src/config/config.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Caller } from '../../fixtures/caller.js';
import { endedExport, idsOf, readExport, requestExport } from '../../fixtures/exports.js';
import { appendMessagesTo } from '../../fixtures/long-log.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { closeApp } from '../../support/api.js';
import { auditReadModels } from '../../support/audit.js';
import { httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { until } from '../../support/until.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

/** The file of an export has several parts. */
const MESSAGES = 20_000;
const MODEL = 'message-log';
const LONG_MS = 180_000;
const list = '/conversations/talk/messages?limit=2';

let dataDir: string;
let child: ServerChild;
let acme: Tenant;
let owner: Caller;

async function start(): Promise<void> {
  child = await startServer({ root: compiledService(), dataDir, environment: { RATE_LIMITS: 'off' } });
  owner = acme?.owner.at(httpClient(child.url));
}

async function again(): Promise<void> {
  await child.kill();
  await start();
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-audit-killed-'));
  await start();
  acme = await createTenant(httpClient(child.url), 'acme');
  await acme.conversationWithClient('talk');
  await child.kill();
  const app = await createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await appendMessagesTo(app.get(EventLog), acme.tenantId, 'talk', MESSAGES);
  await closeApp(app);
  await start();
}, LONG_MS);
afterAll(async () => {
  await child.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'an export goes on after each kill, and its file is whole',
  async () => {
    const { body: begun } = await requestExport(owner);
    await again();
    const cut = await until(
      () => readExport(owner, begun.id),
      ({ status, events }) => status !== 'RUNNING' || events > 0,
      LONG_MS,
    );
    expect(cut.status).toBe('RUNNING');
    await again();

    const done = await endedExport(owner, begun.id);
    expect(done).toMatchObject({ status: 'DONE', progress: 1 });
    const file = await (await fetch(`${child.url}${new URL(done.url).pathname}`)).text();
    const ids = idsOf(file);
    expect(createHash('sha256').update(file).digest('hex')).toBe(done.sha256);
    expect([ids.length, new Set(ids).size]).toEqual([done.events, done.events]);
    expect(done.events).toBeGreaterThan(MESSAGES);
  },
  LONG_MS,
);

/** The read model as `tidings models` prints it. */
async function model() {
  for await (const output of asked('models')) {
    const line = 'line' in output ? (output.line as Printed) : undefined;
    if (line?.name === MODEL) return line;
  }
  throw new Error(`${MODEL} is not printed`);
}

interface Printed {
  readonly name: string;
  readonly version: string;
  readonly position: number;
  readonly beside?: { readonly version: string; readonly state: string; readonly position: number };
}

const asked = (command: string) =>
  askOperator(join(dataDir, 'operator.sock'), { command, args: command === 'models' ? {} : { name: MODEL } });

test(
  'models rebuild goes on after a kill, and the copy that it switches to is right',
  async () => {
    const { version } = await model();
    const before = (await owner.mustCall('GET', list)).body;
    const rebuilding = (async () => {
      for await (const _ of asked('models rebuild'));
    })().catch(() => 'killed');
    const cut = await until(model, ({ beside }) => (beside?.position ?? 0) > 0, LONG_MS);
    expect(cut.beside).toMatchObject({ version: `${version}.1`, state: 'BUILDING' });
    await again();
    expect(await rebuilding).toBe('killed');

    const complete = await until(model, ({ beside }) => beside?.state === 'COMPLETE', LONG_MS);
    expect(complete).toMatchObject({ version, beside: { version: `${version}.1` } });
    for await (const _ of asked('models switch'));
    expect((await model()).version).toBe(`${version}.1`);
    const { next_cursor: _, ...page } = (await owner.mustCall('GET', list)).body;
    expect(before).toMatchObject(page);
    await child.kill();
    expect((await auditReadModels(dataDir)).differences).toEqual([]);
  },
  LONG_MS,
);
