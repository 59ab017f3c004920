import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openNote } from '../../../src/adapters/file-keys/notes/signed-note.js';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { canonicalJson } from '../../../src/lib/json/canonical-json.js';
import type { AuditExport } from '../../../src/modules/audit/export/application/audit-export.js';
import { ExportWorker } from '../../../src/modules/audit/export/application/export.worker.js';
import { ExportStep } from '../../../src/modules/audit/export/application/export-step.service.js';
import { ExportStore } from '../../../src/modules/audit/export/application/export-store.service.js';
import type { Caller } from '../../fixtures/caller.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { signedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let tenant: Tenant;
let tenants = 0;

const environment = { RATE_LIMITS: 'off' };

beforeAll(async () => {
  tidings = await startTidings(environment);
  tenant = await createTenant(tidings, 'exports');
  await tenant.conversationWithClient('e1', { description: 'canary of e1' });
  await tenant.post('e1', '=a "formula", and a line\nbreak');
});
afterAll(() => closeAudited(tidings));

const another = () => createTenant(tidings, `exports-${++tenants}`);

const request = (caller: Caller, body: object = {}) =>
  caller.call('POST', '/audit/exports', { format: 'ndjson', ...body });
const read = async (caller: Caller, id: string) => (await caller.mustCall('GET', `/audit/exports/${id}`)).body;

const ended = (caller: Caller, id: string) =>
  until(
    () => read(caller, id),
    ({ status }) => status !== 'RUNNING',
    30_000,
  );

async function exported(caller: Caller, body: object = {}) {
  const { status, body: begun } = await request(caller, body);
  expect(status).toBe(202);
  const done = await ended(caller, begun.id);
  expect(done).toMatchObject({ status: 'DONE', progress: 1 });
  return done;
}

const pathOf = (url: string) => new URL(url).pathname.replace('/api/v1', '');
const download = (url: string) => tidings.call('GET', pathOf(url));

const idsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id as string);

const workerOf = (service: Tidings) => service.app.get(ExportWorker, { strict: false });

/** Exports stay RUNNING until the end of the test. */
function stopped(): void {
  const worker = workerOf(tidings);
  worker.close();
  onTestFinished(() => worker.start());
}

describe('an export of events', () => {
  test('is a file of the events that GET /audit/events has, with its digest', async () => {
    const { headers, body } = await request(tenant.owner);
    expect(headers.get('location')).toBe(`/api/v1/audit/exports/${body.id}`);
    const done = await ended(tenant.owner, body.id);
    const { text, headers: of } = await download(done.url);
    expect(of.get('content-type')).toBe('application/x-ndjson');
    expect(of.get('content-disposition')).toContain(`${done.id}.ndjson`);
    expect(createHash('sha256').update(text).digest('hex')).toBe(done.sha256);
    const ids = idsOf(text);
    expect(ids).toHaveLength(done.events);
    expect(new Set(ids).size).toBe(ids.length);
    const { body: page } = await tenant.owner.mustCall('GET', '/audit/events?limit=1000&order=ASC');
    const expected = page.events.map(({ id }: { id: string }) => id).slice(0, ids.length);
    expect(ids.toReversed()).toEqual(expected);
    expect(text).toContain('canary of e1');
    expect(text).not.toContain('passwordHash":"$');
    expect(Date.parse(done.expires_at) - Date.parse(done.requested_at)).toBe(7 * 86_400_000);
  });

  test('has a manifest that the keys of the log verify, and later a checkpoint that covers it', async () => {
    const { id } = await exported(tenant.owner, { filters: { conversation_id: 'e1' } });
    const done = await until(
      () => read(tenant.owner, id),
      ({ checkpoint }) => checkpoint !== undefined,
      40_000,
    );
    const { text: note } = await download(done.manifest_url);
    const lines = (await tidings.call('GET', '//.well-known/tidings-log-keys')).text.trimEnd().split('\n');
    const keys = lines.map(readVerifierKey).filter((key) => key !== undefined);
    const opened = openNote(note, keys);
    expect(opened).toHaveProperty('signedBy');
    const text = 'text' in opened ? opened.text : '';
    const manifest = JSON.parse(text);
    expect(text).toBe(`${canonicalJson(manifest)}\n`);
    const { sha256, events, checkpoint } = done;
    expect(manifest).toMatchObject({ id, tenant_id: tenant.tenantId, format: 'ndjson', sha256, events, checkpoint });
    expect(manifest.filters).toEqual({ conversation_id: 'e1' });
    expect(openNote(checkpoint, keys)).toHaveProperty('signedBy');
    expect(openNote(note.replace(sha256, sha256.replace(/./, 'x')), keys)).toEqual({ wrong: 'forged' });
  });

  test('has the events of its filters, as CSV too', async () => {
    const filters = { type: ['MessagePosted'], conversation_id: 'e1', order: 'ASC' };
    const done = await exported(tenant.owner, { format: 'csv', filters });
    expect(done).toMatchObject({ events: 1, filters, format: 'csv' });
    const { text, headers } = await download(done.url);
    expect(headers.get('content-type')).toBe('text/csv');
    const [head, row] = text.split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['id', 'type', 'position']);
    expect(row).toContain('MessagePosted');
    expect(row).toContain('\\"formula\\"'.replaceAll('"', '""'));
    const none = await exported(tenant.owner, { filters: { conversation_id: 'nowhere' } });
    expect([none.events, (await download(none.url)).text]).toEqual([0, '']);
  });

  test('refuses what the filters do not know, with its path', async () => {
    const paths = async (body: object) => {
      const { status, body: answer } = await request(tenant.owner, body);
      return [status, ...answer.errors.map(({ path }: { path: string }) => path)];
    };
    expect(await paths({ format: 'xml' })).toEqual([400, 'format']);
    expect(await paths({ filters: { type: ['Nothing'] } })).toEqual([400, 'filters.type']);
    expect(await paths({ filters: { after: 'yesterday' } })).toEqual([400, 'filters.after']);
    expect(await paths({ filters: { limit: 3 } })).toEqual([400, 'filters.limit']);
  });

  test('is of its tenant, and for OWNER and API_KEY alone', async () => {
    const done = await exported(await tenant.apiKey());
    const stranger = await another();
    const foreign = await stranger.owner.call('GET', `/audit/exports/${done.id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'errors.export.not_found']);
    expect((await stranger.owner.mustCall('GET', '/audit/exports')).body.total_elements).toBe(0);
    const user = await tenant.user('nosy');
    for (const [method, path] of [
      ['POST', '/audit/exports'],
      ['GET', '/audit/exports'],
      ['GET', `/audit/exports/${done.id}`],
    ] as const)
      expect((await user.call(method, path, method === 'POST' ? { format: 'csv' } : undefined)).status).toBe(403);
    const wrong = await tidings.call('GET', `${pathOf(done.url)}x`);
    expect([wrong.status, wrong.body.code]).toEqual([403, 'errors.export.url_invalid']);
    const list = (await tenant.owner.mustCall('GET', '/audit/exports?limit=1')).body;
    expect(list).toMatchObject({ exports: [{ id: done.id }], has_more: true });
  });

  test('is begun once for an Idempotency-Key', async () => {
    const send = () => tenant.owner.mustCall('POST', '/audit/exports', { format: 'csv' }, { 'idempotency-key': 'x1' });
    const first = await send();
    expect((await send()).body.id).toBe(first.body.id);
  });
});

describe('the exports of a tenant', () => {
  test('are at most 5 that run, also when they are requested at once', async () => {
    const { owner } = await another();
    stopped();
    const answers = await Promise.all(Array.from({ length: 12 }, () => request(owner)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 errors.export.too_many']),
    );
  });

  test('are at most 100 that are kept, for 7 days', async () => {
    const { owner, tenantId } = await another();
    const store = tidings.app.get(ExportStore, { strict: false });
    const { id } = await exported(owner);
    const like = (await store.find(tenantId, id))?.value as AuditExport;
    for (let n = 1; n < 100; n++) {
      const other = `${id.slice(0, -3)}${String(n).padStart(3, '0')}`;
      await store.begin(tenantId, { ...like, id: other, status: 'DONE', keys: [] });
    }
    const refused = await request(owner);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.export.too_many']);
    const { url } = await read(owner, id);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.parse(like.expiresAt) - 1_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await store.all(tenantId)).toHaveLength(100);
    vi.setSystemTime(Date.parse(like.expiresAt));
    await until(async () => (await store.all(tenantId)).length === 0, Boolean, 30_000);
    vi.useRealTimers();
    expect((await owner.call('GET', `/audit/exports/${id}`)).status).toBe(404);
    expect((await download(url)).status).toBe(404);
    expect((await request(owner)).status).toBe(202);
  });
});

describe('an export', () => {
  test('goes with the erasure of a subject in it; others stay', async () => {
    const mine = await another();
    const { owner } = mine;
    const people = { participants: [client('gone'), client('stays')] };
    for (const id of ['c1', 'c2']) await mine.conversation(id, people);
    await postMessage(owner, 'c1', { participant_id: 'gone', text: 'canary of c1' });
    const agent = await mine.user('agent');
    await agent.mustCall('POST', '/conversations/c2/messages', { kind: 'TEXT', text: 'of the agent' });
    const of = (conversation_id: string) => exported(owner, { filters: { conversation_id } });
    const isThere = async ({ id, url }: { id: string; url: string }) => {
      const { status } = await owner.call('GET', `/audit/exports/${id}`);
      expect((await download(url)).status).toBe(status);
      return status === 200;
    };
    const [first, second, types] = [
      await of('c1'),
      await of('c2'),
      await exported(owner, { filters: { subject_kind: 'CONVERSATION_TYPE' } }),
    ];
    await erased(owner, '/conversations/c1/participants/gone');
    expect([await isThere(first), await isThere(second), await isThere(types)]).toEqual([false, true, true]);
    const again = await of('c1');
    expect((await download(again.url)).text).not.toContain('canary of c1');
    await erasedConversation(owner, 'c1');
    expect([await isThere(again), await isThere(second), await isThere(types)]).toEqual([false, true, true]);
    const { body } = await owner.mustCall('GET', '/conversations/c2/messages');
    await owner.mustCall('DELETE', `/conversations/c2/messages/${body.messages[0].id}`);
    await until(async () => !(await isThere(second)));
    const byAgent = await exported(owner, { filters: { actor: `USER:${agent.id}` } });
    await erased(owner, `/users/${agent.id}`);
    expect([await isThere(byAgent), await isThere(types)]).toEqual([false, true]);
  });

  test('that is being written repeats its part after an erasure', async () => {
    const mine = await another();
    await mine.conversationWithClient('c1');
    stopped();
    const store = tidings.app.get(ExportStore, { strict: false });
    const { body } = await request(mine.owner, { filters: { subject_kind: 'TENANT' } });
    const before = await store.find(mine.tenantId, body.id);
    await erasedConversation(mine.owner, 'c1');
    const after = await store.find(mine.tenantId, body.id);
    expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
    const step = tidings.app.get(ExportStep, { strict: false });
    expect(await step.advance(before as NonNullable<typeof before>)).toBe(false);
    expect(await read(mine.owner, body.id)).toMatchObject({ status: 'RUNNING', events: 0 });
  });

  test('goes on after a restart in the middle of its file', async () => {
    const mine = await another();
    await mine.conversationWithClient('long');
    for (let n = 0; n < 22; n++) {
      await Promise.all(Array.from({ length: 50 }, () => mine.post('long', 'l'.repeat(4_000))));
    }
    workerOf(tidings).close();
    const { body } = await request(mine.owner, { filters: { conversation_id: 'long' } });
    const [store, step] = [
      tidings.app.get(ExportStore, { strict: false }),
      tidings.app.get(ExportStep, { strict: false }),
    ];
    const begun = await store.find(mine.tenantId, body.id);
    expect(begun && (await step.advance(begun))).toBe(true);
    const half = await read(mine.owner, body.id);
    expect(half).toMatchObject({ status: 'RUNNING' });
    expect(half.events).toBeGreaterThan(0);
    expect(half.progress).toBeGreaterThan(0);
    tidings = await tidings.again();
    const owner = await signedIn(tidings, mine.tenantId, OWNER_EMAIL);
    const done = await ended(owner, body.id);
    expect(done.status).toBe('DONE');
    const { text } = await download(done.url);
    expect(createHash('sha256').update(text).digest('hex')).toBe(done.sha256);
    expect(new Set(idsOf(text)).size).toBe(done.events);
    expect(done.events).toBeGreaterThan(1_100);
  });
});
