import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKPOINT_MS } from '../../../src/engine/evidence/tree-follower.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { provide } from '../../../src/engine/provide.js';
import { type KeySubject, keyIdOf } from '../../../src/ports/stores/data-keys.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { STORED_ENTRIES } from '../../../src/ports/stores/operational-store.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { enginesFor } from '../../support/engines.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { until } from '../../support/until.js';
import { folders, MASTER_KEY, operator } from '../backup/backup.fixture.js';

const { TEST_EVENT_STORE_URL: log, TEST_READ_STORE_URL: read } = process.env;
const onServers = Boolean(log && read);
const where = onServers ? '' : ': skipped, as TEST_EVENT_STORE_URL and TEST_READ_STORE_URL name no servers';

const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const replaced = [provide(CHECKPOINT_MS, [], () => 500)];
const tidings = operator(compiledService);
/** A test starts the service and the commands several times. */
const LONG_MS = 180_000;

describe.skipIf(!onServers)(`commands of the operator on servers${where}`, { timeout: LONG_MS }, () => {
  const { path, remove } = folders();
  const dataDir = path('data');
  const engines = enginesFor(':memory:');
  let service: Tidings;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTidings({ MASTER_KEY, LOG_ORIGIN: 'log.example', ...engines }, dataDir, undefined, replaced);
    tenant = await createTenant(service, 'acme');
    await tenant.conversation('c1', { description: 'heating', conversation_data: { note: 'n'.repeat(200_000) } });
    await postMessage(tenant.owner, 'c1', { text: 'it drips' });
    await until(async () => (await checkpoint()).status === 200, Boolean, LONG_MS);
  }, LONG_MS);
  afterAll(async () => {
    await service.close();
    remove();
  });

  const checkpoint = () => tenant.owner.call('GET', '/audit/checkpoint');
  /** The read models hold texts in clear, but the events of the log need their keys. */
  const texts = async () => {
    const events = await service.app.get(EventLog).readAll(0, 10_000);
    return events.filter(({ type }) => type === 'MessagePosted').map(({ data }) => (data as { text?: string }).text);
  };
  const again = async (folder: string, masterKey = MASTER_KEY) => {
    const settings = { MASTER_KEY: masterKey, LOG_ORIGIN: 'log.example', ...engines };
    service = await startTidings(settings, folder, undefined, replaced);
  };

  test('the log is verified beside the service, and against a checkpoint that is kept elsewhere', async () => {
    const file = path('kept');
    writeFileSync(file, (await checkpoint()).text);
    const kept = ['--from', file, '--tenant', tenant.tenantId];
    const whole = await tidings(dataDir, ['log', 'verify', '--json'], engines).ended;
    expect([whole.code, JSON.parse(whole.said)]).toEqual([0, expect.objectContaining({ ok: true, findings: [] })]);
    expect(await tidings(dataDir, ['log', 'verify', ...kept], engines).ended).toMatchObject({ code: 0 });
    const empty = { ...engines, EVENT_STORE_URL: `${log}&streamPrefix=emptied.` };
    expect(await tidings(dataDir, ['log', 'verify', ...kept], empty).ended).toMatchObject({ code: 1 });
  });

  test('a backup leaves out what servers hold, and its keys file brings lost keys back', async () => {
    const [to, keys] = [path('backup'), path('keys')];
    expect(await tidings(dataDir, ['backup', '--to', to, '--keys', keys], engines).ended).toMatchObject({ code: 0 });
    expect(readdirSync(to).sort()).toEqual(['blobs', 'files.sha256', 'manifest.json']);
    expect(readFileSync(keys, 'utf8')).toContain('"kind":"data-key"');
    await service.app.get<OperationalStore>(STORED_ENTRIES).remove(keyOf({ kind: 'conversation', id: 'c1' }));
    await service.close();
    await again(dataDir);
    expect(await texts()).toEqual([]);
    await service.close();
    const target = path('restored');
    const restored = await tidings(target, ['restore', '--from', to, '--keys', keys], engines).ended;
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('restored and verified') });
    await again(target);
    expect(await texts()).toEqual(['it drips']);
    const { body } = await tenant.owner.at(service).mustCall('GET', '/conversations/c1?includes=CONVERSATION_DATA');
    expect(body.conversation_data.note).toHaveLength(200_000);
    await service.close();
    await again(dataDir);
  });

  test('a message that was erased after the backup stays erased with a later keys file', async () => {
    const [to, keys] = [path('backup'), path('keys')];
    expect(await tidings(dataDir, ['backup', '--to', to, '--keys', path('keys')], engines).ended).toMatchObject({
      code: 0,
    });
    const owner = tenant.owner.at(service);
    const { body } = await postMessage(owner, 'c1', { text: 'gone soon' });
    await owner.mustCall('DELETE', `/conversations/c1/messages/${body.id}`);
    expect(await tidings(dataDir, ['backup', '--keys', keys], engines).ended).toMatchObject({ code: 0 });
    await service.close();
    const target = path('restored');
    expect(await tidings(target, ['restore', '--from', to, '--keys', keys], engines).ended).toMatchObject({ code: 0 });
    await again(target);
    expect(await texts()).toEqual(['it drips', undefined]);
    await service.close();
    await again(dataDir);
  });

  test('keys are wrapped with a new master key', async () => {
    await service.close();
    const rotated = await tidings(dataDir, ['keys', 'rotate'], { ...engines, NEW_MASTER_KEY: OTHER_KEY }).ended;
    expect(rotated).toMatchObject({ code: 0, said: expect.stringContaining('keys of data') });
    await again(dataDir, OTHER_KEY);
    expect(await texts()).toEqual(['it drips', undefined]);
    expect(existsSync(`${dataDir}/master.key.new`)).toBe(false);
  });

  const keyOf = (subject: KeySubject) => ({ tenantId: tenant.tenantId, kind: 'data-key', id: keyIdOf(subject) });
});
