import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationalRetention } from '../../../src/catalogue/retention.js';
import { projections } from '../../../src/composition/registry.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { tenantDocuments } from '../../../src/engine/read-models/erasing/tenant-documents.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { TenantOperation } from '../../../src/modules/tenants/tenant/application/tenant-operation.service.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { createNotificationTenant, type NotificationTenant } from '../../fixtures/notifications.js';
import { signUpBody } from '../../fixtures/tenant.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

const LARGE = { text: 'x'.repeat(200_000) };
const POSTS = 600;
const ENVIRONMENT = { RATE_LIMITS: 'off' };

let tidings: Tidings;
let gone: NotificationTenant;
let stays: NotificationTenant;
beforeAll(async () => {
  tidings = await startTidings(ENVIRONMENT);
  [gone, stays] = [await createNotificationTenant(tidings, 'gone'), await createNotificationTenant(tidings, 'stays')];
  for (const tenant of [gone, stays]) {
    const id = await tenant.openCase();
    await tenant.notify(id, { channels: ['SMS', 'EMAIL'] });
    await tenant.settled(id);
    await tenant.user('karl');
    await tenant.conversation('large', { conversation_data: LARGE });
    await tenant.conversationWithClient('talk');
    await tenant.post('talk');
  }
  for (let n = 0; n < POSTS; n += 50) await Promise.all(Array.from({ length: 50 }, () => gone.post('talk')));
}, 60_000);
afterAll(() => closeAudited(tidings));

const operator = async (command: string, args = {}) => {
  const lines: unknown[] = [];
  for await (const each of tidings.app.get(TenantOperation).run({ command, args }))
    if ('line' in each) lines.push(each.line);
  return lines;
};

const entriesOf = async (tenantId: string) => {
  const kinds = Object.keys(operationalRetention).filter((kind) => kind !== 'data-key' && kind !== 'log-tree');
  const lists = kinds.map((kind) =>
    tidings.app.get<OperationalStore>(OPERATIONAL_STORE).list(tenantId, kind, '', 1_000),
  );
  return (await Promise.all(lists)).flat().map(({ key }) => `${key.kind} ${key.id}`);
};
const documentsOf = (tenantId: string) =>
  tenantDocuments(tidings.app.get(DOCUMENT_STORE), tenantId, projections, 10_000);
const outboxOf = () => {
  const folder = join(tidings.dataDir, 'outbox');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
};
const blobsOf = (tenantId: string) => existsSync(join(tidings.dataDir, 'blobs', tenantId));

const listedAs = (erased: boolean) => ({ id: gone.tenantId, subdomain: 'gone', state: 'DELETED', erased });
const isErased = async () => (await operator('tenant list')).some((line) => isDeepStrictEqual(line, listedAs(true)));

test('a tenant is listed as deleted at once, and as erased once nothing of it is left', async () => {
  expect((await documentsOf(gone.tenantId)).length).toBeGreaterThan(POSTS);
  expect(blobsOf(gone.tenantId)).toBe(true);
  const outbox = outboxOf().length;
  const kept = (await documentsOf(stays.tenantId)).length;
  expect(await operator('tenant delete', { tenant: 'gone' })).toEqual([listedAs(false)]);
  await expect
    .poll(async () => new Set(await operator('tenant list')))
    .toEqual(new Set([listedAs(false), { id: stays.tenantId, subdomain: 'stays', state: 'ACTIVE' }]));

  // The process is killed in the middle: another one goes on.
  await expect.poll(async () => (await documentsOf(gone.tenantId)).length, { timeout: 20_000 }).toBeLessThan(POSTS);
  tidings = await tidings.again();
  await expect.poll(isErased, { timeout: 30_000 }).toBe(true);

  expect(await documentsOf(gone.tenantId)).toEqual([]);
  expect(await entriesOf(gone.tenantId)).toEqual([]);
  expect(blobsOf(gone.tenantId)).toBe(false);
  expect(outboxOf().length).toBeLessThan(outbox);
  expect(await documentsOf(stays.tenantId)).toHaveLength(kept);
  expect(blobsOf(stays.tenantId)).toBe(true);
  expect((await tidings.call('GET', '/conversations/large', { token: stays.owner.token })).body.id).toBe('large');
});

test('the log keeps the hashes of its events, so that its checkpoints stay provable', async () => {
  const before = await tidings.app.get<OperationalStore>(OPERATIONAL_STORE).list(gone.tenantId, 'log-tree', '', 1_000);
  expect(before.map(({ key }) => key.id)).toContain('tree');
});

test('its subdomain is not given again', async () => {
  const { status, body } = await tidings.call('POST', '/signup', { body: signUpBody('gone') });
  expect([status, body.code]).toEqual([409, 'errors.tenant.exists']);
});

test('read models that are built anew have nothing of it either', async () => {
  const kept = (await documentsOf(stays.tenantId)).length;
  await closeApp(tidings.app);
  for (const end of ['', '-wal', '-shm']) rmSync(join(tidings.dataDir, `read.db${end}`), { force: true });
  tidings = await startTidings(ENVIRONMENT, tidings.dataDir);
  expect(await documentsOf(gone.tenantId)).toEqual([]);
  expect(await documentsOf(stays.tenantId)).toHaveLength(kept);
  const events = await scanned(tidings.app.get(EventLog));
  expect(events.filter(({ type }) => type === 'TenantErased')).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'TenantErasureAdvanced').length).toBeGreaterThan(1);
});

test('nobody reads what the log has of it', async () => {
  const events = await scanned(tidings.app.get(EventLog));
  const posts = events.filter(({ type }) => type === 'MessagePosted');
  const ofTenant = ({ tenantId }: { readonly tenantId: string }) =>
    posts.filter(({ meta }) => meta.tenantId === tenantId);
  expect(ofTenant(gone)).toHaveLength(POSTS + 1);
  for (const { data, meta } of ofTenant(gone))
    expect([meta.erased, data]).toEqual([true, expect.not.objectContaining({ text: expect.anything() })]);
  for (const { data } of ofTenant(stays)) expect(data).toHaveProperty('text');
});

async function scanned(log: EventLog): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (let after = 0; ; ) {
    const page = await log.readAll(after, 1_000);
    events.push(...page);
    const last = page.at(-1);
    if (!last) return events;
    after = last.meta.position;
  }
}
