import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/message_templates';
/** In the order they are made. */
const OWN = ['zebra', 'system_o', 'apple', 'Mango'];
const BY_NAME = [
  'Mango',
  'apple',
  'system_notify_email',
  'system_notify_sms',
  'system_o',
  'system_password_reset',
  'system_request_location',
  'system_workflow_failed',
  'zebra',
];

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'lists');
  for (const name of OWN) await acme.owner.call('POST', PATH, { name, kind: 'TEXT', texts: { en: 'x' } });
  await acme.owner.call('PUT', `${PATH}/system_o`, { kind: 'TEXT', texts: { de: 'y' }, parameters: [] });
});
afterAll(() => tidings.close());

const list = async (query: string) => (await acme.owner.call('GET', `${PATH}?${query}`)).body;
const namesOf = (body: { message_templates: { name: string }[] }) => body.message_templates.map(({ name }) => name);

describe('the list of message templates', () => {
  test('has all by name, without texts and parameters', async () => {
    const body = await list('');
    expect(namesOf(body)).toEqual(BY_NAME);
    expect(body).toMatchObject({ total_elements: 9, has_more: false, limit: 2_147_483_647, offset: 0 });
    expect(body).not.toHaveProperty('next_cursor');
    for (const each of body.message_templates) {
      expect(each).not.toHaveProperty('texts');
      expect(each).not.toHaveProperty('parameters');
    }
  });
  test.each<[string, string[]]>([
    ['direction=ASC', BY_NAME],
    ['direction=DESC', [...BY_NAME].reverse()],
    ['sortBy=name&direction=DESC', [...BY_NAME].reverse()],
  ])('%s', async (query, expected) => expect(namesOf(await list(query))).toEqual(expected));
  test('goes by the time they were made or changed; what the service ships was there before', async () => {
    expect(namesOf(await list('sortBy=created_at')).slice(5)).toEqual(OWN);
    expect(namesOf(await list('sortBy=created_at&direction=DESC')).slice(0, 4)).toEqual([...OWN].reverse());
    expect(namesOf(await list('sortBy=updated_at')).slice(5)).toEqual(['zebra', 'apple', 'Mango', 'system_o']);
    expect(namesOf(await list('sortBy=updated_at&direction=DESC'))[0]).toBe('system_o');
  });
  test.each([
    ['includes=TEXTS', ['texts']],
    ['includes=PARAMETERS', ['parameters']],
    ['includes=TEXTS,PARAMETERS', ['parameters', 'texts']],
    ['includes=TEXTS&includes=PARAMETERS', ['parameters', 'texts']],
  ])('%s', async (query, expected) => {
    const { message_templates } = await list(query);
    for (const each of message_templates)
      expect(['parameters', 'texts'].filter((name) => name in each)).toEqual(expected);
  });
  test.each(['', 'sortBy=created_at', 'sortBy=updated_at&direction=DESC', 'direction=DESC'])(
    'pages by offset and by cursor alike: %s',
    async (query) => {
      const all = namesOf(await list(query));
      for (const limit of [1, 3, 9, 10]) {
        const [byOffset, byCursor]: [string[], string[]] = [[], []];
        for (let offset = 0; offset < all.length; offset += limit) {
          const body = await list(`${query}&limit=${limit}&offset=${offset}`);
          expect([body.has_more, body.total_elements]).toEqual([offset + limit < all.length, 9]);
          byOffset.push(...namesOf(body));
        }
        for (let cursor: string | undefined = '', pages = 0; cursor !== undefined && pages < 9; pages++) {
          const body = await list(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
          byCursor.push(...namesOf(body));
          cursor = body.next_cursor;
        }
        expect([byOffset, byCursor]).toEqual([all, all]);
      }
    },
  );
  test('beyond its end is nothing', async () => {
    expect(await list('offset=9')).toMatchObject({ message_templates: [], has_more: false, total_elements: 9 });
    expect(await list('offset=2147483647&limit=2147483647')).toMatchObject({ message_templates: [], has_more: false });
  });
  test.each([
    ['sortBy=kind', 'sortBy'],
    ['sort_by=name', 'sort_by'],
    ['direction=asc', 'direction'],
    ['includes=TEXT', 'includes'],
    ['limit=0', 'limit'],
    ['limit=2147483648', 'limit'],
    ['offset=-1', 'offset'],
    ['cursor=abc', 'cursor'],
  ])('%s is refused', async (query, path) => {
    const { status, body } = await acme.owner.call('GET', `${PATH}?${query}`);
    expect([status, body.errors.map((each: { path: string }) => each.path)]).toEqual([400, [path]]);
  });
});
