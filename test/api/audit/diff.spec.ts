import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, WAIT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'diffs');
  owner = acme.owner;
});
afterAll(() => closeAudited(tidings));

const now = async () => (await owner.call('GET', '/tenant')).headers.get('tidings-position') ?? '';
const diff = (query: Record<string, string>) => owner.call('GET', `/audit/diff?${new URLSearchParams(query)}`);
const conversation = (id: string) => ({ subject_kind: 'CONVERSATION', subject_id: id });
const eventOf = async (id: string | undefined) => (await owner.mustCall('GET', `/audit/events/${id}`)).body;

interface Change {
  readonly op: string;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly event_id: string;
}
const at = (changes: readonly Change[], path: string) => changes.find((change) => change.path === path);

describe('GET /audit/diff', () => {
  test('has the resource at both ends and each change with the last event that made it', async () => {
    const { path } = await acme.conversationWithClient('d1', { conversation_data: { a: { 'x/y': 1 }, list: [1, 2] } });
    const from = await now();
    await owner.mustCall('POST', `${path}/labels`, { labels: ['urgent'] });
    await owner.mustCall('POST', `${path}/labels`, { labels: ['other'] });
    await owner.mustCall('PATCH', path, { description: 'first' });
    await owner.mustCall('PATCH', path, {
      description: 'second',
      conversation_data: { a: { 'x/y': 2 }, list: [1], new: true },
    });
    await setTimeout(5);
    await acme.post('d1', 'a message');
    const to = await now();
    await owner.mustCall('PATCH', path, { description: 'third' });
    const { status, body } = await diff({ ...conversation('d1'), from, to });
    expect(status).toBe(200);
    expect([body.from, body.to]).toEqual([from, to]);
    const get = (moment: string) => owner.mustCall('GET', `${path}?includes=CONVERSATION_DATA&at=${moment}`);
    expect(body.before).toEqual((await get(from)).body);
    expect(body.after).toEqual((await get(to)).body);
    const changes: readonly Change[] = body.changes;
    expect(changes.map((change) => [change.op, change.path]).sort()).toEqual([
      ['add', '/conversation_data/new'],
      ['add', '/description'],
      ['add', '/labels/0'],
      ['add', '/labels/1'],
      ['remove', '/conversation_data/list/1'],
      ['replace', '/conversation_data/a/x~1y'],
      ['replace', '/conversation_data_updated_at'],
      ['replace', '/updated_at'],
    ]);
    expect(at(changes, '/description')).toMatchObject({ after: 'second' });
    const typeAt = async (path: string) => (await eventOf(at(changes, path)?.event_id)).type;
    expect(await typeAt('/description')).toBe('ConversationChanged');
    expect(await typeAt('/labels/0')).toBe('ConversationLabelled');
    expect(await typeAt('/updated_at')).toBe('MessagePosted');
    const event = await eventOf(at(changes, '/labels/0')?.event_id);
    expect(event.actor).toMatchObject({ kind: 'USER', id: owner.id });
  });
  test('names the last event where a value came and went', async () => {
    const { path } = await acme.conversation('d2');
    const from = await now();
    for (const description of ['x', 'y', 'x', 'y', 'x']) await owner.mustCall('PATCH', path, { description });
    const to = await now();
    const { body } = await diff({ ...conversation('d2'), from, to });
    const event = await eventOf(at(body.changes, '/description')?.event_id);
    expect(event.version).toBe((await owner.call('GET', '/audit/events?subject_id=d2&limit=1')).body.events[0].version);
  });
  test('shows what began and what ended in one change', async () => {
    const from = await now();
    await owner.mustCall('POST', '/message_templates', { name: 'brief', kind: 'TEXT', texts: { en: 'Hi' } });
    const between = await now();
    await owner.mustCall('DELETE', '/message_templates/brief');
    const template = { subject_kind: 'MESSAGE_TEMPLATE', subject_id: 'brief' };
    const began = (await diff({ ...template, from, to: between })).body;
    expect(began).not.toHaveProperty('before');
    expect(began.changes).toMatchObject([{ op: 'add', path: '', after: began.after }]);
    expect((await eventOf(began.changes[0].event_id)).type).toBe('MessageTemplateCreated');
    const ended = (await diff({ ...template, from: between })).body;
    expect(ended.changes).toMatchObject([{ op: 'remove', path: '', before: began.after }]);
    expect((await eventOf(ended.changes[0].event_id)).type).toBe('MessageTemplateDeleted');
    expect((await diff({ ...template, from })).status).toBe(404);
  });
  test('participants and messages: read marks too', async () => {
    const { path, messages } = await acme.conversationWithClient('d3', { participants: [client(), client('other')] });
    const from = await now();
    const first = await acme.post('d3', 'one');
    await owner.mustCall('POST', messages, { kind: 'TEXT', text: 'two', participant_id: 'other' }, WAIT);
    await owner.mustCall('PATCH', `${path}/participants/client`, { display_name: 'Clea' });
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    await (await acme.client('d3')).mustCall('POST', `${path}/participants/client/activity`, seen);
    const one = { subject_kind: 'PARTICIPANT', subject_id: 'client' };
    const { body } = await diff({ ...one, conversation_id: 'd3', from });
    expect((await eventOf(at(body.changes, '/display_name')?.event_id)).type).toBe('ParticipantChanged');
    expect((await eventOf(at(body.changes, '/last_message_sequence_seen')?.event_id)).type).toBe('MessageSeen');
    expect((await diff({ ...one, from })).body.errors).toMatchObject([{ path: 'conversation_id' }]);
    const posted = await now();
    await owner.mustCall('DELETE', `${messages}/${first.body.id}`);
    const message = (await diff({ subject_kind: 'MESSAGE', subject_id: first.body.id, from: posted })).body;
    expect((await eventOf(at(message.changes, '/deleted_at')?.event_id)).type).toBe('MessageDeleted');
  });
  test('secrets stay secret, and every kind has its form', async () => {
    const from = await now();
    const key = await acme.apiKey({ name: 'k' });
    await owner.mustCall('PATCH', '/tenant', { name: 'Renamed' });
    for (const [kind, id] of [
      ['API_KEY', key.id],
      ['TENANT', acme.tenantId],
      ['USER', owner.id],
      ['CONVERSATION_TYPE', 'support'],
    ] as const) {
      const { status, body } = await diff({ subject_kind: kind, subject_id: id, from });
      expect([kind, status]).toEqual([kind, 200]);
      if (kind === 'TENANT') expect(at(body.changes, '/name')?.after).toBe('Renamed');
      if (kind === 'API_KEY') expect(body.after).not.toHaveProperty('api_key');
    }
  });
  test('refuses the rest', async () => {
    const to = await now();
    const codes = async (query: Record<string, string>) =>
      (await diff(query)).body.errors?.map(({ path }: Change) => path);
    expect(await codes({ ...conversation('d1') })).toEqual(['from']);
    expect(await codes({ ...conversation('d1'), from: to, to: 'p1' })).toEqual(['from']);
    expect(await codes({ ...conversation('d1'), from: 'x' })).toEqual(['from']);
    expect(await codes({ ...conversation('d1'), from: '2999-01-01T00:00:00Z' })).toEqual(['from']);
    expect(await codes({ subject_kind: 'QUOTA', subject_id: 'x', from: to })).toEqual(['subject_kind']);
    const user = await acme.user('una');
    expect((await user.call('GET', `/audit/diff?subject_kind=USER&subject_id=x&from=${to}`)).status).toBe(403);
    expect((await diff({ ...conversation('none'), from: to })).body.code).toBe('errors.audit.subject_not_found');
  });
  test('is in the audit itself', async () => {
    await diff({ ...conversation('d1'), from: await now() });
    const { body } = await owner.mustCall('GET', '/audit/events?type=AuditRead&limit=50');
    expect(body.events.map(({ data }: { data: { call: string } }) => data.call)).toContain('diff');
  });
  test('a conversation that is erased is gone', async () => {
    const { path } = await acme.conversation('d9');
    const from = await now();
    await owner.mustCall('POST', `${path}/erase`);
    expect((await diff({ ...conversation('d9'), from })).body.code).toBe('errors.conversation.erased');
  });
});
