import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { createConversationType } from '../../fixtures/conversations.js';
import { createTenant } from '../../fixtures/tenant.js';
import { type HttpClient, httpClient } from '../../support/http-client.js';
import { METRICS_TOKEN, metricsOf } from '../../support/metrics.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { until } from '../../support/until.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

const AHEAD_MS = 400 * 86_400_000;
/** The wall clock of the process is ahead; its monotonic one is not. */
const AHEAD = `data:text/javascript,const now=Date.now.bind(Date);const Own=Date;Date.now=()=>now()+${AHEAD_MS};globalThis.Date=new Proxy(Own,{construct:(T,args,N)=>args.length===0?new T(Own.now()):new T(...args)})`;
/** Without the clock's trust the conversation is gone within two seconds. */
const LOOKS_MS = 6_000;

test('a start with a clock 400 days ahead removes nothing until the operator trusts it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-ahead-'));
  let child: ServerChild | undefined;
  let service: HttpClient | undefined;
  onTestFinished(async () => {
    service?.close();
    await child?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const restart = async (node: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    service?.close();
    await child?.kill();
    const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', METRICS_TOKEN };
    child = await startServer({ root: compiledService(), dataDir, node, environment: { ...settings, ...environment } });
    service = httpClient(child.url);
    return service;
  };
  const acme = await createTenant(await restart([]), 'acme');
  const policy = { retention_policy_scope: 'ALL', retention_policy_days: 30 };
  await createConversationType(acme.owner, { id: 'kept', ...policy });
  await acme.conversation('case', { conversation_type_id: 'kept' });
  const key: Caller = await acme.apiKey();
  const statusOf = async (at: HttpClient) => (await key.at(at).call('GET', '/conversations/case')).status;

  const ahead = await restart(['--import', AHEAD]);
  await until(() => child?.complaints().includes('removals wait'), Boolean, 20_000);
  await sleep(LOOKS_MS);
  expect(await statusOf(ahead)).toBe(200);
  expect(await metricsOf(ahead)).toContain('tidings_removals_held 1');

  const right = await restart([]);
  await sleep(LOOKS_MS);
  expect(await statusOf(right)).toBe(200);
  expect(await metricsOf(right)).toContain('tidings_removals_held 0');

  const trusted = await restart(['--import', AHEAD], { CLOCK_TRUSTED: 'true' });
  await until(
    () => statusOf(trusted),
    (status) => status === 404,
    20_000,
  );
}, 180_000);
