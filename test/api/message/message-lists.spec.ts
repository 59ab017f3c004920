import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import type { Answer } from '../../support/api.js';
import { startTidings, type Tidings } from '../../support/api.js';

const COUNT = 12;
let tidings: Tidings;
let acme: Tenant;
let owner: Caller;
const path = '/conversations/long/messages';
/** When each was posted; the first is of index 1. */
const times: string[] = [''];

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
  await acme.conversation('long');
  await acme.conversation('empty');
  for (let n = 1; n <= COUNT; n++) {
    times.push((await postMessage(owner, 'long', { text: `message ${n}` })).body.created_at);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
});
afterAll(() => tidings.close());

const list = (query: string) => owner.call('GET', `${path}?${query}`);
const sequences = ({ body }: Answer): number[] => body.messages.map(({ sequence }: { sequence: number }) => sequence);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
const up = (from: number, to: number) => down(to, from).reverse();

describe('a page of messages', () => {
  test('shows the newest first, as each is read alone', async () => {
    const answer = await owner.call('GET', path);
    const { messages, ...paging } = answer.body;
    expect(sequences(answer)).toEqual(down(COUNT, 1));
    expect(paging).toEqual({ has_more: false, total_elements: COUNT, limit: 50, offset: 0 });
    expect((await owner.call('GET', `${path}/${messages[0].id}`)).body).toEqual(messages[0]);
    expect(answer.headers.get('etag')).toBeNull();
  });
  test('of an empty conversation is empty', async () =>
    expect((await owner.call('GET', '/conversations/empty/messages')).body).toEqual({
      messages: [],
      has_more: false,
      total_elements: 0,
      limit: 50,
      offset: 0,
    }));
  test('of no conversation is none', async () =>
    expect((await owner.call('GET', '/conversations/nowhere/messages')).status).toBe(404));
  test.each([
    ['limit=5', down(12, 8), true],
    ['limit=5&offset=10', down(2, 1), false],
    ['limit=5&offset=7', down(5, 1), false],
    ['limit=5&offset=12', [], false],
    ['limit=5&offset=2147483647', [], false],
    ['limit=5&order=ASC', up(1, 5), true],
    ['limit=5&order=ASC&offset=7', up(8, 12), false],
    ['limit=5&order=ASC&offset=13', [], false],
    ['limit=5&order_by=sequence&order=DESC&offset=1', down(11, 7), true],
    ['limit=5&order_by=created_at&offset=1', down(11, 7), true],
    ['limit=5&order_by=updated_at&order=ASC&offset=9', up(10, 12), false],
  ])('%s', async (query, expected, more) => {
    const answer = await list(query);
    expect(sequences(answer)).toEqual(expected);
    const offset = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0);
    const { messages: _, next_cursor, ...paging } = answer.body;
    expect(paging).toEqual({ has_more: more, total_elements: COUNT, limit: 5, offset });
    expect(next_cursor !== undefined).toBe(more);
  });
  test.each([
    ['last_sequence=8&limit=3', down(7, 5), true],
    ['last_sequence=3', down(2, 1), false],
    ['last_sequence=1', [], false],
    ['last_sequence=0', [], false],
    ['last_sequence=999999', down(12, 1), false],
    ['last_sequence=8&order=ASC&limit=3', up(9, 11), true],
    ['last_sequence=0&order=ASC&order_by=sequence', up(1, 12), false],
    ['last_sequence=12&order=ASC', [], false],
  ])('%s is told instead of the offset', async (query, expected, more) => {
    const answer = await list(query);
    expect(sequences(answer)).toEqual(expected);
    expect(answer.body).toMatchObject({
      has_more: more,
      total_elements: COUNT,
      last_sequence: Number(/\d+/.exec(query)?.[0]),
    });
    expect(answer.body).not.toHaveProperty('offset');
  });
  test.each([
    [() => `created_after=${times[4]}`, down(12, 5)],
    [() => `created_before=${times[4]}`, down(3, 1)],
    [() => `created_after=${times[2]}&created_before=${times[6]}&order=ASC`, up(3, 5)],
    [() => `created_after=${times[2]}&created_before=${times[9]}&limit=2&offset=1`, down(7, 6)],
    [() => `created_after=${times[2]}&last_sequence=6&limit=2`, down(5, 4)],
    [() => `created_after=${times[2]}&order_by=created_at&order=ASC&limit=3`, up(3, 5)],
    [() => `updated_after=${times[12]}`, []],
    [() => `updated_before=${times[2]}`, [1]],
    [() => `created_after=${times[12]}`, []],
    [() => 'created_after=2000-01-01T00%3A00%3A00%2B02%3A00', down(12, 1)],
  ])('%s filters, and the total counts what matches', async (query, expected) => {
    const answer = await list(query());
    expect(sequences(answer)).toEqual(expected);
    const whole = await list(query().replace(/&(limit|offset|last_sequence)=\d+/g, ''));
    expect(answer.body.total_elements).toBe(whole.body.messages.length);
  });
  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['order=asc', 'order'],
    ['order_by=id', 'order_by'],
    ['last_sequence=-1', 'last_sequence'],
    ['last_sequence=x', 'last_sequence'],
    ['last_sequence=5&offset=0', 'offset'],
    ['last_sequence=5&order_by=created_at', 'order_by'],
    ['created_after=yesterday', 'created_after'],
    ['search=x', 'search'],
    ['includes=PARTICIPANTS', 'includes'],
    ['cursor=x', 'cursor'],
    [`cursor=${Buffer.from('{"b":"x","k":"y","o":0}').toString('base64url')}`, 'cursor'],
  ])('%s is refused', async (query, at) => {
    const { status, body } = await list(query);
    expect([status, body.errors.map((each: { path: string }) => each.path)]).toEqual([400, [at]]);
  });
  test('never shows what is older than the position asked for', async () => {
    const { headers } = await owner.call('POST', '/conversations/empty/messages', { kind: 'TEXT', text: 'now' });
    const seen = { 'tidings-position': headers.get('tidings-position') ?? '' };
    const { body, headers: answered } = await owner.call('GET', '/conversations/empty/messages', undefined, seen);
    expect(body.total_elements).toBe(1);
    expect(answered.get('tidings-position')).toMatch(/^p/);
  });
});

describe('a cursor', () => {
  async function walk(query: string, between: () => Promise<unknown> = async () => {}) {
    const pages: Answer[] = [await list(query)];
    for (let next = pages[0]?.body.next_cursor; next; next = pages.at(-1)?.body.next_cursor) {
      await between();
      pages.push(await list(`${query.replace(/&?(last_sequence|offset)=\d+/, '')}&cursor=${next}`));
    }
    return pages;
  }
  test.each([
    ['limit=5', down(12, 1)],
    ['limit=5&order=ASC', up(1, 12)],
    ['limit=5&offset=3', down(9, 1)],
    ['limit=4&order_by=created_at', down(12, 1)],
    ['limit=4&order_by=updated_at&order=ASC', up(1, 12)],
    ['limit=1000', down(12, 1)],
    ['limit=3&last_sequence=9', down(8, 1)],
  ])('%s leads through all of it', async (query, expected) => {
    const pages = await walk(query);
    expect(pages.flatMap(sequences)).toEqual(expected);
    expect(pages.at(-1)?.body.next_cursor).toBeUndefined();
    const begun = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0);
    let passed = begun;
    for (const page of pages) {
      if (query.includes('last_sequence')) expect(page.body.last_sequence).toBe(9 - (passed - begun));
      else expect(page.body.offset).toBe(passed);
      passed += sequences(page).length;
    }
  });
  test('leads through a filter', async () =>
    expect((await walk(`limit=2&created_after=${times[3]}&created_before=${times[9]}`)).flatMap(sequences)).toEqual(
      down(8, 4),
    ));
  test('pages stably while others post', async () => {
    await acme.conversation('busy');
    for (let n = 0; n < 6; n++) await postMessage(owner, 'busy');
    const first = await owner.call('GET', '/conversations/busy/messages?limit=2');
    await postMessage(owner, 'busy');
    const next = await owner.call('GET', `/conversations/busy/messages?limit=2&cursor=${first.body.next_cursor}`);
    expect([sequences(first), sequences(next)]).toEqual([
      [6, 5],
      [4, 3],
    ]);
    expect(next.body).toMatchObject({ offset: 2, total_elements: 7 });
  });
  test.each(['order=ASC', 'order_by=created_at', 'created_after=2000-01-01T00:00:00Z', 'offset=1', 'last_sequence=3'])(
    'belongs to its question and goes with no other beginning: %s',
    async (other) => {
      const { next_cursor } = (await list('limit=5')).body;
      expect((await list(`limit=5&cursor=${next_cursor}`)).status).toBe(200);
      expect((await list(`limit=5&${other}&cursor=${next_cursor}`)).status).toBe(400);
    },
  );
  test('of another conversation is refused', async () => {
    const { next_cursor } = (await list('limit=5')).body;
    expect((await owner.call('GET', `/conversations/empty/messages?limit=5&cursor=${next_cursor}`)).status).toBe(400);
  });
  test.each([{ v: {} }, { v: null }, { v: 'x' }, { v: [1] }, { o: -5, v: 'x' }, { k: 1 }])(
    'forged with %j is refused, not an error of ours',
    async (forged) => {
      const { next_cursor } = (await list('limit=5')).body;
      const mark = { ...JSON.parse(Buffer.from(next_cursor, 'base64url').toString()), ...forged };
      const cursor = Buffer.from(JSON.stringify(mark)).toString('base64url');
      expect((await list(`limit=5&cursor=${cursor}`)).status).toBe(400);
    },
  );
});

describe('deleted messages', () => {
  test('stay in the list and in the total, without what they said', async () => {
    await acme.conversation('holes');
    const ctx = '/conversations/holes/messages';
    for (let n = 0; n < 3; n++) await postMessage(owner, 'holes');
    const { id } = (await owner.call('GET', `${ctx}?last_sequence=3&limit=1`)).body.messages[0];
    await owner.call('DELETE', `${ctx}/${id}`);
    const answer = await owner.call('GET', ctx);
    expect(sequences(answer)).toEqual([3, 2, 1]);
    expect(answer.body.total_elements).toBe(3);
    expect(answer.body.messages.map((each: object) => ['text' in each, 'deleted_at' in each])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
    const changed = await owner.call('GET', `${ctx}?order_by=updated_at&limit=1`);
    expect(sequences(changed)).toEqual([2]);
  });
});
