import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const times: string[] = [];

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'lists');
  for (let i = 0; i < 25; i++) {
    const { body } = await acme.owner.call('POST', '/conversations', {
      id: `c${String(i).padStart(2, '0')}`,
      conversation_type_id: 'support',
      description: i % 5 === 0 ? 'Müller & Söhne' : 'other',
      participants: [{ id: 'cl', kind: 'CLIENT', display_name: i === 3 ? 'Zoë' : 'Someone' }],
    });
    times.push(body.created_at);
  }
  await acme.owner.call('DELETE', '/conversations/c01');
  await postMessage(acme.owner, 'c07', { text: 'Der Kühlschrank in der Øresundstraße brummt' });
  await acme.owner.call('POST', '/conversations/c08/labels', { labels: ['priority:high'] });
});
afterAll(() => tidings.close());

const list = (query = '') => acme.owner.call('GET', `/conversations${query}`);
const ids = ({ body }: Answer): string[] => body.conversations.map(({ id }: { id: string }) => id);

describe('the list of conversations', () => {
  test('has the specified defaults', async () => {
    const answer = await list();
    expect(ids(answer)).toEqual(['c24', 'c23', 'c22', 'c21', 'c20', 'c19', 'c18', 'c17', 'c16', 'c15']);
    expect(answer.body).toMatchObject({ has_more: true, total_elements: 25, limit: 10, offset: 0 });
  });
  test('by offset: everything once', async () => {
    const all: string[] = [];
    for (let offset = 0; offset < 25; offset += 7) all.push(...ids(await list(`?limit=7&offset=${offset}&order=ASC`)));
    expect(all).toEqual(Array.from({ length: 25 }, (_, i) => `c${String(i).padStart(2, '0')}`));
    expect((await list('?limit=5&offset=20')).body.has_more).toBe(false);
  });
  test('by cursor: everything once, while others write', async () => {
    const all: string[] = [];
    let cursor = '';
    for (let page = 0; ; page++) {
      const answer = await list(`?limit=6${cursor && `&cursor=${cursor}`}`);
      all.push(...ids(answer));
      if (page === 1)
        await acme.owner.call('POST', '/conversations', { id: `late-${page}`, conversation_type_id: 'support' });
      cursor = answer.body.next_cursor;
      if (!cursor) break;
    }
    expect(all).toEqual(Array.from({ length: 25 }, (_, i) => `c${String(24 - i).padStart(2, '0')}`));
  });
  test('a cursor of another question is refused', async () => {
    const { body } = await list('?limit=3');
    const wrong = await list(`?limit=3&archived=true&cursor=${body.next_cursor}`);
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'cursor']);
    expect((await list(`?cursor=${body.next_cursor}&offset=1`)).status).toBe(400);
  });
  test('filters by archived, and does not when it is left out', async () => {
    expect(ids(await list('?archived=true'))).toEqual(['c01']);
    expect((await list('?archived=false')).body.total_elements).toBe((await list()).body.total_elements - 1);
  });
  test('filters by times, exclusively', async () => {
    const [first = '', , third = ''] = times;
    expect(ids(await list(`?created_before=${third}&order=ASC`))).toEqual(['c00', 'c01']);
    expect(ids(await list(`?created_after=${first}&created_before=${third}`))).toEqual(['c01']);
    expect((await list(`?created_before=${third}`)).body.total_elements).toBe(2);
  });
  test('orders by updated_at, which messages move', async () => {
    const newest = ids(await list('?order_by=updated_at&limit=30')).filter((id) => id.startsWith('c'));
    expect(newest.slice(0, 3)).toEqual(['c08', 'c07', 'c01']);
  });
  test.each([
    ['muller', 5],
    ['MÜLLER sohn', 5],
    ['kuhl', 1],
    ['zoe', 1],
    ['ORESUNDSTRASSE', 1],
    ['øresundstraß', 1],
    ['priority', 1],
    ['c07', 1],
    ['other kuhlschrank', 1],
    ['muller kuhlschrank', 0],
    ['ller', 0],
  ])('search finds %s in %i', async (words, count) => {
    const { body } = await list(`?search=${encodeURIComponent(words)}&limit=100`);
    expect([body.total_elements, body.conversations.length]).toEqual([count, count]);
  });
  test('includes may be repeated or comma-separated; unknown ones are refused', async () => {
    const { body } = await list(
      '?search=c07&includes=PARTICIPANTS,CURRENT_USER_READ_STATUS&includes=CLIENT_PARTICIPANT_FRONTEND_URL',
    );
    const [row] = body.conversations;
    expect(row.participants).toHaveLength(2);
    expect(row.read_status).toEqual({ last_message_seen: 1, unread_message_count: 0 });
    expect(row.client_frontend_urls).toEqual([{ client_id: 'cl', url: expect.stringContaining('/c?tenant=') }]);
    expect((await list('?includes=NOPE')).body.errors[0].path).toBe('includes');
  });
  test.each([
    '?limit=0',
    '?limit=1001',
    '?offset=-1',
    '?limit=x',
    '?archived=yes',
    '?archived=',
    '?order=asc',
    '?nope=1',
    '?limit=1&limit=2',
    '?created_after=2030',
  ])('%s is refused at its name', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.errors[0].path]).toEqual([400, /\?(\w+)/.exec(query)?.[1]]);
  });
});

describe('conversations by their ids', () => {
  const byIds = (wanted: unknown) => acme.owner.call('POST', '/conversations/by_ids', { ids: wanted });
  test('in the order asked, each once, unknown ones left out', async () => {
    const answer = await byIds(['c03', 'nope', 'c01', 'c03']);
    expect([answer.status, ids(answer)]).toEqual([200, ['c03', 'c01']]);
    expect(answer.body).toMatchObject({ has_more: false, total_elements: 2 });
  });
  test('one to a thousand', async () => {
    expect((await byIds([])).status).toBe(400);
    expect((await byIds(Array.from({ length: 1001 }, (_, i) => `x${i}`))).status).toBe(400);
  });
  test('not another tenant’s', async () => {
    const other = await createTenant(tidings, 'lists-other');
    expect((await other.owner.call('POST', '/conversations/by_ids', { ids: ['c03'] })).body.conversations).toEqual([]);
    expect((await other.owner.call('GET', '/conversations/c03')).status).toBe(404);
    expect((await other.owner.call('GET', '/conversations?search=muller')).body.total_elements).toBe(0);
  });
});
