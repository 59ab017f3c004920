import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant, UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly position: string;
  readonly at: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly conversation_id?: string };
  readonly actor: { readonly kind: string; readonly id?: string; readonly name?: string };
  readonly caused_by?: string;
  readonly request_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event.
  readonly data: any;
}

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  tidings = await startTidings(UNLIMITED_TENANTS);
  acme = await createTenant(tidings, 'acme');
  other = await createTenant(tidings, 'other');
  await other.conversationWithClient('case');
  await acme.conversation('case', { description: 'A tale', participants: [{ ...client(), display_name: 'Ben' }] });
  await acme.owner.mustCall('PUT', '/conversations/case/labels', { labels: ['red'] }, { 'x-request-id': 'red-1' });
  await acme.post('case', 'first');
  const ben = await acme.client('case');
  await ben.mustCall('POST', '/conversations/case/messages', { kind: 'TEXT', text: 'from Ben' });
  await acme.conversation('second', { participants: [client()] });
});
afterAll(() => closeAudited(tidings));

async function list(query = '', owner = acme.owner): Promise<readonly Shown[]> {
  const { body } = await owner.mustCall('GET', `/audit/events?limit=1000${query && `&${query}`}`);
  expect([body.has_more, body.limit]).toEqual([false, 1000]);
  return body.events;
}

const withoutReads = (events: readonly Shown[]) =>
  events.filter(({ type }) => type !== 'AuditRead' && type !== 'CheckpointSigned');
const types = (events: readonly Shown[]) => events.map(({ type }) => type);
const idsOf = (events: readonly Shown[]) => events.map(({ id }) => id);

describe('the label question', () => {
  test('is answered in one call: who changed it, when, by which request, and to what', async () => {
    const [event, ...rest] = await list('conversation_id=case&type=ConversationLabelled');
    expect(rest).toEqual([]);
    expect(event).toMatchObject({
      type: 'ConversationLabelled',
      schema: 1,
      subject: { kind: 'CONVERSATION', id: 'case', conversation_id: 'case' },
      actor: { kind: 'USER', id: acme.owner.id },
      request_id: 'red-1',
      data: { labels: ['red'] },
    });
    expect(event?.actor.name).toEqual(expect.any(String));
  });
});

describe('the events', () => {
  test('are all of the tenant, newest first, and of no other tenant', async () => {
    const events = await list();
    expect(events.length).toBeGreaterThan(8);
    const positions = events.map(({ position }) => Number.parseInt(position.slice(1), 36));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(types(events)).toEqual(expect.arrayContaining(['TenantCreated', 'UserCreated', 'OwnerAdded', 'Reserved']));
    const foreign = idsOf(await list('', other.owner));
    expect(idsOf(events).filter((id) => foreign.includes(id))).toEqual([]);
    const oldest = await list('order=ASC');
    expect(idsOf(withoutReads(oldest))).toEqual(idsOf(withoutReads(events)).toReversed());
  });
  test('name a client as their actor, as the client is called', async () => {
    const posted = await list('type=MessagePosted');
    expect(posted.map(({ actor }) => [actor.kind, actor.id])).toEqual([
      ['CLIENT', 'client'],
      ['USER', acme.owner.id],
    ]);
    expect(posted[0]?.actor.name).toBe('Ben');
  });
  test('name an API key as their actor', async () => {
    const key = await acme.apiKey({ name: 'robot' });
    await key.mustCall('PATCH', '/conversations/second', { description: 'by a robot' });
    const [event] = await list('conversation_id=second&type=ConversationChanged');
    expect(event?.actor).toMatchObject({ kind: 'API_KEY', name: 'robot' });
    expect(idsOf(await list(`actor=API_KEY:${event?.actor.id}&type=ConversationChanged`))).toEqual([event?.id]);
  });
  test('have the id of the request that a call was answered with, also where the caller gave none', async () => {
    const { headers } = await acme.owner.mustCall('PATCH', '/conversations/second', { description: 'again' });
    const requestId = headers.get('x-request-id');
    const events = await list(`request_id=${requestId}`);
    expect(events.map(({ type, request_id }) => [type, request_id])).toEqual([['ConversationChanged', requestId]]);
  });
  test('are read one by one, with an ETag', async () => {
    const [event] = await list('type=ConversationLabelled');
    const { body, headers } = await acme.owner.mustCall('GET', `/audit/events/${event?.id}`);
    expect(body).toEqual(event);
    const again = await acme.owner.call('GET', `/audit/events/${event?.id}`, undefined, {
      'if-none-match': headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });
  test('of another tenant and unknown ones are 404', async () => {
    const [event] = await list('type=MessagePosted');
    for (const id of [event?.id, UNKNOWN, 'x']) {
      const { status, body } = await other.owner.call('GET', `/audit/events/${id}`);
      expect([status, body.code]).toEqual([404, 'errors.event.not_found']);
    }
  });
  test('are for owners and API keys', async () => {
    const key = await acme.apiKey();
    expect((await key.call('GET', '/audit/events')).status).toBe(200);
    const scoped = await acme.apiKey({ scopes: ['audit.event-list'] });
    expect((await scoped.call('GET', '/audit/events')).status).toBe(200);
    expect((await scoped.call('GET', `/audit/events/${UNKNOWN}`)).status).toBe(403);
    const user = await acme.user('ursula');
    for (const caller of [user, await acme.client('case')]) {
      expect((await caller.call('GET', '/audit/events')).status).toBe(403);
      expect((await caller.call('GET', `/audit/events/${UNKNOWN}`)).status).toBe(403);
    }
  });
});

describe('a filter', () => {
  test('finds what it says, alone and with each other', async () => {
    const all = withoutReads(await list());
    const [labelled] = all.filter(({ type }) => type === 'ConversationLabelled');
    const [middle] = all.filter(({ type }) => type === 'MessagePosted').slice(-1);
    if (!labelled || !middle) throw new Error('no events');
    const filters: Readonly<Record<string, (event: Shown) => boolean>> = {
      'subject_kind=MESSAGE': ({ subject }) => subject.kind === 'MESSAGE',
      'subject_kind=CONVERSATION': ({ subject }) => subject.kind === 'CONVERSATION',
      'subject_id=case': ({ subject }) => subject.id === 'case',
      'conversation_id=case': ({ subject }) => subject.conversation_id === 'case',
      'type=MessagePosted,ConversationOpened': ({ type }) => ['MessagePosted', 'ConversationOpened'].includes(type),
      'type=ParticipantJoined&type=ConversationLabelled': ({ type }) =>
        ['ParticipantJoined', 'ConversationLabelled'].includes(type),
      [`actor=${acme.owner.id}`]: ({ actor }) => actor.id === acme.owner.id,
      'actor=CLIENT:client': ({ actor }) => actor.kind === 'CLIENT' && actor.id === 'client',
      'actor=SERVICE': ({ actor }) => actor.kind === 'SERVICE',
      'request_id=red-1': ({ request_id }) => request_id === 'red-1',
      [`caused_by=${UNKNOWN}`]: ({ caused_by }) => caused_by === UNKNOWN,
      [`after=${middle.position}`]: ({ position }) => isAfter(position, middle.position),
      [`before=${middle.position}`]: ({ position }) => isAfter(middle.position, position),
      [`after=${middle.at}`]: ({ at }) => at > middle.at,
      [`before=${middle.at}`]: ({ at }) => at < middle.at,
    };
    const name = (query: string) => query.split('=')[0];
    for (const [one, isOne] of Object.entries(filters)) {
      for (const [two, isTwo] of Object.entries(filters)) {
        if (one !== two && name(one) === name(two)) continue;
        const query = one === two ? one : `${one}&${two}`;
        const found = idsOf(withoutReads(await list(query)));
        expect([query, found]).toEqual([query, idsOf(all.filter((event) => isOne(event) && isTwo(event)))]);
      }
    }
  });
  test('that is wrong is refused by its name', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['subject_kind=NONE', 'subject_kind'],
      ['type=ConversationLabelled,Nothing', 'type'],
      ['conversation_id=-x', 'conversation_id'],
      ['request_id=a%20b', 'request_id'],
      ['caused_by=x', 'caused_by'],
      ['after=yesterday', 'after'],
      ['before=2030-13-01T00:00:00Z', 'before'],
      ['order=newest', 'order'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['cursor=x', 'cursor'],
      ['offset=1', 'offset'],
    ];
    for (const [query, path] of wrong) {
      const { status, body } = await acme.owner.call('GET', `/audit/events?${query}`);
      expect([query, status, body.errors[0].path]).toEqual([query, 400, path]);
    }
  });
});

describe('pages', () => {
  test('join to the whole list, also while events arrive', async () => {
    for (const order of ['ASC', 'DESC']) {
      const query = `conversation_id=case&order=${order}`;
      const whole = idsOf(await list(query));
      const found: string[] = [];
      let next = '';
      do {
        const { body } = await acme.owner.mustCall('GET', `/audit/events?limit=2&${query}${next && `&cursor=${next}`}`);
        found.push(...idsOf(body.events));
        next = body.next_cursor ?? '';
        expect(body.has_more).toBe(next !== '');
        if (order === 'DESC') await acme.post('case', 'meanwhile');
      } while (next !== '' && found.length < 200);
      expect(found).toEqual(whole);
    }
  });
  test('have cursors for their filters and order alone', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/events?limit=1&conversation_id=case');
    for (const query of ['conversation_id=second', 'conversation_id=case&order=ASC', '']) {
      const { status } = await acme.owner.call('GET', `/audit/events?${query}&cursor=${body.next_cursor}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
  test('have a hundred events where nothing is said', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/events');
    expect(body.limit).toBe(limits.auditEventsDefault);
  });
});

test('reads with ever other filters are summed up with others', async () => {
  const many = await createTenant(tidings, 'many');
  const most = limits.auditReadFilters + 20;
  const read = (n: number) => many.owner.mustCall('GET', `/audit/events?subject_id=${n}`);
  await Promise.all(Array.from({ length: most }, (_, n) => read(n)));
  const reads = await list('type=AuditRead', many.owner);
  expect(reads.length).toBeLessThan(most);
  expect(reads.filter(({ data }) => data.filters === undefined)).toHaveLength(1);
});

const isAfter = (position: string, than: string): boolean =>
  Number.parseInt(position.slice(1), 36) > Number.parseInt(than.slice(1), 36);
