import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, plus } from '../../../src/kernel/instant.js';
import { openLink } from '../../fixtures/people.js';
import {
  BEYOND,
  createRetentionTenant,
  type RetentionTenant,
  startRetention,
  untilErased,
} from '../../fixtures/retention.js';
import type { Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import type { setClock } from '../../support/processes/set-clock.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let clock: ReturnType<typeof setClock>;
let tenant: RetentionTenant;
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  tenant.key.call(method, path, body, headers);
const preview = async (type: string, query = '') =>
  (await call('GET', `/conversation-types/${type}/retention/preview${query}`)).body;
const runs = async (type: string) => (await call('GET', `/conversation-types/${type}/retention/runs`)).body.runs;
const open = (id: string, type: string, more: object = {}) =>
  tenant.key.mustCall('POST', '/conversations', { id, conversation_type_id: type, ...more });

beforeAll(async () => {
  ({ tidings, clock } = await startRetention());
  tenant = await createRetentionTenant(tidings, 'retention');
});

afterAll(() => closeAudited(tidings));

describe('a preview', () => {
  test('lists what is due at a time, the oldest first, and pages', async () => {
    for (const n of [1, 2, 3]) {
      await open(`preview-${n}`, 'all');
      clock.advance(1_000);
    }
    await call('DELETE', '/conversations/preview-3');
    const at = plus(clock.now(), DAY);
    const whole = await preview('all', `?at=${at}`);
    expect(whole).toMatchObject({ scope: 'ALL', days: 1, at, total_elements: 3, has_more: false });
    expect(whole.conversations.map(({ id }: { id: string }) => id)).toEqual(['preview-1', 'preview-2', 'preview-3']);
    const { body: first } = await call('GET', '/conversations/preview-1');
    expect(whole.conversations[0].due_at).toBe(plus(first.updated_at, DAY));
    const page = await preview('all', `?at=${at}&limit=2`);
    expect(page).toMatchObject({ has_more: true, total_elements: 3, limit: 2, offset: 0 });
    const rest = await preview('all', `?limit=2&cursor=${page.next_cursor}&at=${plus(at, HOUR)}`);
    expect(rest.conversations.map(({ id }: { id: string }) => id)).toEqual(['preview-3']);
    expect(await preview('all')).toMatchObject({ total_elements: 0, conversations: [] });
  });
  test('of a type without a policy is empty, of an unknown one 404', async () => {
    const answer = await preview('support');
    expect(answer).toMatchObject({ total_elements: 0, conversations: [], has_more: false });
    expect(answer).not.toHaveProperty('scope');
    expect((await call('GET', '/conversation-types/unknown/retention/preview')).status).toBe(404);
    expect((await call('GET', '/conversation-types/unknown/retention/runs')).status).toBe(404);
    expect((await call('GET', '/conversation-types/all/retention/preview?at=yesterday')).status).toBe(400);
  });
  test('of archived conversations counts from the time of the archival', async () => {
    await open('archived-1', 'archived');
    await open('never-archived', 'archived');
    clock.advance(HOUR);
    await call('DELETE', '/conversations/archived-1');
    const found = await preview('archived', `?at=${plus(clock.now(), DAY)}`);
    expect(found.conversations).toEqual([{ id: 'archived-1', due_at: plus(clock.now(), DAY) }]);
    await call('PATCH', '/conversations/archived-1', { archived: false });
    expect((await preview('archived', `?at=${plus(clock.now(), DAY)}`)).total_elements).toBe(0);
    await call('DELETE', '/conversations/archived-1');
  });
});

describe('a legal hold', () => {
  test('is placed and lifted, each as often as one likes, and shown', async () => {
    await open('held', 'all', { participants: [{ id: 'cleo', kind: 'CLIENT', display_name: 'Cleo' }] });
    for (const again of [false, true]) {
      const { status, body } = await call('PUT', '/conversations/held/legal-hold');
      expect([again, status, body.legal_hold]).toEqual([again, 200, true]);
    }
    const held = await call('GET', '/conversations/held');
    expect(held.body.legal_hold).toBe(true);
    expect((await preview('all', `?at=${plus(clock.now(), DAY)}`)).conversations).not.toContainEqual(
      expect.objectContaining({ id: 'held' }),
    );
    const stale = { 'if-match': '"1.x"' };
    expect((await call('DELETE', '/conversations/held/legal-hold', undefined, stale)).status).toBe(412);
    for (let n = 0; n < 2; n++) expect((await call('DELETE', '/conversations/held/legal-hold')).status).toBe(204);
    expect((await call('GET', '/conversations/held')).body).not.toHaveProperty('legal_hold');
    expect((await call('PUT', '/conversations/unknown/legal-hold')).status).toBe(404);
    await call('PUT', '/conversations/held/legal-hold');
  });
  test('is shown to no client', async () => {
    const cleo = await openLink(tenant.key, tenant.tenantId, 'held', 'cleo');
    expect((await cleo.call('GET', '/conversations/held')).body).not.toHaveProperty('legal_hold');
  });
});

describe('a run', () => {
  test('removes what is due after the day of grace, and nothing else', async () => {
    await open('revived', 'all');
    clock.advance(BEYOND - HOUR);
    await call('POST', '/conversations/revived/labels', { labels: ['kept'] });
    await open('fresh', 'all');
    expect((await call('GET', '/conversations/preview-1')).status).toBe(200);
    clock.advance(2 * HOUR);
    await untilErased(tidings, tenant.tenantId, ['preview-1', 'preview-2', 'preview-3', 'archived-1'], tenant.key);
    for (const id of ['held', 'revived', 'fresh', 'never-archived'])
      expect([id, (await call('GET', `/conversations/${id}`)).status]).toEqual([id, 200]);
    const [run] = await until(
      async () => {
        clock.advance(3_000);
        return runs('all');
      },
      ([first]) => first?.finished_at !== undefined,
    );
    expect(run).toMatchObject({ conversation_type_id: 'all', scope: 'ALL', days: 1, removed: 3 });
    expect(await runs('support')).toEqual([]);
  });
  test('leaves nothing to any call, and its ids are not given again', async () => {
    const path = '/conversations/preview-1';
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['GET', '/messages', undefined],
      ['GET', '/participants', undefined],
      ['GET', '/notifications', undefined],
      ['POST', '/messages', { kind: 'TEXT', text: 'hi', participant_id: 'x' }],
      ['PATCH', '', { description: 'new' }],
      ['DELETE', '', undefined],
      ['PUT', '/legal-hold', undefined],
    ] as const)
      expect([method, below, (await call(method, `${path}${below}`, body)).status]).toEqual([method, below, 404]);
    const again = { id: 'preview-1', conversation_type_id: 'all' };
    for (const answer of [await call('POST', '/conversations', again), await call('PUT', path, again)])
      expect([answer.status, answer.body.code]).toEqual([409, 'errors.conversation.removed']);
    const { body } = await call('GET', '/events?limit=1000');
    expect(JSON.stringify(body)).not.toContain('preview-1');
    expect((await call('GET', '/conversations?search=preview')).body.total_elements).toBe(0);
    expect((await call('DELETE', '/conversation-types/archived')).status).toBe(409);
  });
  test('does not touch what a changed policy keeps', async () => {
    await call('PATCH', '/conversation-types/all', { retention_policy_days: 30 });
    clock.advance(BEYOND);
    expect((await preview('all')).total_elements).toBe(0);
    await call('PATCH', '/conversation-types/all', { retention_policy_days: 1 });
    await untilErased(tidings, tenant.tenantId, ['fresh', 'revived'], tenant.key);
    expect((await call('GET', '/conversations/held')).status).toBe(200);
  });
});
