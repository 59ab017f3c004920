import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNote } from '../../../src/adapters/file-keys/notes/signed-note.js';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { canonicalJson } from '../../../src/lib/json/canonical-json.js';
import { download, endedExport, exported, idsOf, readExport, requestExport } from '../../fixtures/exports.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'exports');
  await tenant.conversationWithClient('e1', { description: 'canary of e1' });
  await tenant.post('e1', '=a "formula", and a line\nbreak');
});
afterAll(() => closeAudited(tidings));

describe('an export of events', () => {
  test('is a file of the events that GET /audit/events has, with its digest', async () => {
    const { headers, body } = await requestExport(tenant.owner);
    expect(headers.get('location')).toBe(`/api/v1/audit/exports/${body.id}`);
    const done = await endedExport(tenant.owner, body.id);
    const { text, headers: of } = await download(tidings, done.url);
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
      () => readExport(tenant.owner, id),
      ({ checkpoint }) => checkpoint !== undefined,
      40_000,
    );
    const { text: note } = await download(tidings, done.manifest_url);
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
    expect(openNote(checkpoint ?? '', keys)).toHaveProperty('signedBy');
    expect(openNote(note.replace(sha256, sha256.replace(/./, 'x')), keys)).toEqual({ wrong: 'forged' });
  });

  test('has the events of its filters, as CSV too', async () => {
    const filters = { type: ['MessagePosted'], conversation_id: 'e1', order: 'ASC' };
    const done = await exported(tenant.owner, { format: 'csv', filters });
    expect(done).toMatchObject({ events: 1, filters, format: 'csv' });
    const { text, headers } = await download(tidings, done.url);
    expect(headers.get('content-type')).toBe('text/csv');
    const [head, row] = text.split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['id', 'type', 'position']);
    expect(row).toContain('MessagePosted');
    expect(row).toContain('\\"formula\\"'.replaceAll('"', '""'));
    const none = await exported(tenant.owner, { filters: { conversation_id: 'nowhere' } });
    expect([none.events, (await download(tidings, none.url)).text]).toEqual([0, '']);
  });

  test('refuses what the filters do not know, with its path', async () => {
    const paths = async (body: object) => {
      const { status, body: answer } = await requestExport(tenant.owner, body);
      return [status, ...answer.errors.map(({ path }: { path: string }) => path)];
    };
    expect(await paths({ format: 'xml' })).toEqual([400, 'format']);
    expect(await paths({ filters: { type: ['Nothing'] } })).toEqual([400, 'filters.type']);
    expect(await paths({ filters: { after: 'yesterday' } })).toEqual([400, 'filters.after']);
    expect(await paths({ filters: { limit: 3 } })).toEqual([400, 'filters.limit']);
  });

  test('is of its tenant, and for OWNER and API_KEY alone', async () => {
    const done = await exported(await tenant.apiKey());
    const stranger = await createTenant(tidings, 'exports-2');
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
    const wrong = await download(tidings, done.url, 'x');
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
