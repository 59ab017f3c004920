import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BudgetQueue } from '../../../src/fairness/queue/budget-queue.js';
import { BoundedAnswers } from '../../../src/http/answer/bounded-answers.js';
import type { RequestContext } from '../../../src/http/request/request-context.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

const MAX = 1_048_576;
const COUNT = 10;
const IDS = Array.from({ length: COUNT }, (_, i) => `c${i}`);

let tidings: Tidings;
let acme: Tenant;

/** A blob each: over 128 KiB of compact JSON. */
const dataOf = (id: string) => ({ id, text: `${id} – `.repeat(35_000) });

beforeAll(async () => {
  tidings = await startTidings({ ANSWER_MAX_BYTES: String(MAX) });
  acme = await createTenant(tidings, 'bounds');
  for (const id of IDS) await acme.conversation(id, { conversation_data: dataOf(id) });
});
afterAll(() => tidings.close());

type Row = { readonly id: string; readonly conversation_data?: object };

async function pages(path: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let cursor = ''; ; ) {
    const answer = await acme.owner.mustCall('GET', `${path}${cursor && `&cursor=${cursor}`}`);
    answers.push(answer);
    expect(answer.body.has_more).toBe(answer.body.next_cursor !== undefined);
    if (!answer.body.has_more) return answers;
    cursor = answer.body.next_cursor;
  }
}

const byIds = (ids: readonly string[], query = '') => acme.owner.call('POST', `/conversations/by_ids${query}`, { ids });

describe('an answer has at most ANSWER_MAX_BYTES', () => {
  test('a list with data ends early; its cursor leads to the rest', async () => {
    const answers = await pages('/conversations?limit=100&order=ASC&includes=CONVERSATION_DATA');
    expect(answers.length).toBeGreaterThan(2);
    for (const { text } of answers) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX);
    const rows: Row[] = answers.flatMap(({ body }) => body.conversations);
    expect(rows.map(({ id }) => id)).toEqual(IDS);
    for (const { id, conversation_data } of rows) expect(conversation_data).toEqual(dataOf(id));
    expect(answers[0]?.body).toMatchObject({ total_elements: COUNT, limit: 100, offset: 0 });
    expect(answers[1]?.body.offset).toBe(answers[0]?.body.conversations.length);
  });

  test('without data the same list is one page', async () => {
    const { body } = await acme.owner.mustCall('GET', '/conversations?limit=100');
    expect(body.conversations).toHaveLength(COUNT);
    expect(body.has_more).toBe(false);
  });

  test('by ids: 413 that names the bound, and fewer ids are answered in their order', async () => {
    const refused = await byIds(IDS, '?includes=CONVERSATION_DATA');
    expect([refused.status, refused.body.code]).toEqual([413, 'errors.answer.too_large']);
    expect(refused.body.details).toEqual({ max: MAX });
    const { body } = await byIds(['c5', 'c2', 'nowhere'], '?includes=CONVERSATION_DATA');
    expect(body.conversations.map(({ id }: Row) => id)).toEqual(['c5', 'c2']);
    expect(body.conversations[0].conversation_data).toEqual(dataOf('c5'));
    expect(body).toMatchObject({ has_more: false, total_elements: 2, limit: 3, offset: 0 });
  });

  test('a row above the bound comes alone', async () => {
    const text = 'x'.repeat(MAX + 10);
    await acme.conversation('large', { conversation_data: { text } });
    await acme.conversation('small', { conversation_data: {} });
    const answers = await pages('/conversations?limit=3&includes=CONVERSATION_DATA,CONVERSATION_TYPE');
    const lists = answers.map(({ body }) => body.conversations.map(({ id }: Row) => id));
    expect(lists.slice(0, 2)).toEqual([['small'], ['large']]);
    expect(answers[1]?.body.conversations[0].conversation_data).toEqual({ text });
    expect(answers[1]?.body.conversations[0].conversation_type.id).toBe('support');
  });

  test('a receiver that leaves gives its memory back', async () => {
    const memory = (tidings.app.get(BoundedAnswers) as unknown as { memory: BudgetQueue }).memory;
    const path = `${tidings.url}/api/v1/conversations?limit=100&includes=CONVERSATION_DATA`;
    const { token } = acme.owner;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const leaving = new AbortController();
        const headers = { authorization: `Bearer ${token}` };
        const { body } = await fetch(path, { headers, signal: leaving.signal });
        await body?.getReader().read();
        leaving.abort();
      }),
    );
    await until(
      async () => memory.inUse,
      (bytes) => bytes === 0,
    );
  });

  test('template data of large values count, too', async () => {
    await acme.owner.mustCall('POST', '/conversation-types', {
      id: 'shown',
      conversation_data_list_item_template: '{{ text }}',
      conversation_data_schema: { type: 'object', properties: { text: { type: 'string' }, id: { type: 'string' } } },
    });
    for (const id of ['t0', 't1', 't2', 't3', 't4']) {
      await acme.conversation(id, { conversation_type_id: 'shown', conversation_data: dataOf(id) });
    }
    const answers = await pages('/conversations?limit=5&order=DESC&includes=LIST_ITEM_TEMPLATE_DATA');
    const [first] = answers;
    expect(first?.body.conversations.length).toBeLessThan(5);
    expect(first?.body.conversations[0].template_data.list_item_template).toEqual({ text: dataOf('t4').text });
  });

  test('participants count, too', async () => {
    const participants = Array.from({ length: 1_000 }, (_, i) => ({
      id: `p${i}`,
      kind: 'CLIENT',
      display_name: 'x'.repeat(50),
      email: `${'x'.repeat(60)}@${'example.'.repeat(18)}com`,
    }));
    for (const id of ['m0', 'm1', 'm2', 'm3']) await acme.conversation(id, { participants });
    const answers = await pages('/conversations?limit=4&includes=PARTICIPANTS');
    const first = answers[0]?.body.conversations;
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(4);
    expect(first[0].participants).toHaveLength(1_000);
    const ids = answers.slice(0, 4).flatMap(({ body }) => body.conversations.map(({ id }: Row) => id));
    expect(ids.slice(0, 4)).toEqual(['m3', 'm2', 'm1', 'm0']);
    const refused = await byIds(['m0', 'm1', 'm2', 'm3'], '?includes=PARTICIPANTS');
    expect([refused.status, refused.body.code]).toEqual([413, 'errors.answer.too_large']);
  });

  describe('while the tenant holds all memory that it may', () => {
    const release: (() => void)[] = [];
    beforeAll(async () => {
      const onClosed = (listener: () => void) => release.push(listener);
      const ctx = { caller: { tenantId: acme.tenantId }, onClosed, onSending: () => undefined };
      await tidings.app.get(BoundedAnswers).reserve(ctx as unknown as RequestContext, MAX);
    });

    test('a list of up to 256 KiB needs none of it', async () => {
      const { body } = await acme.owner.mustCall('GET', '/users?limit=10');
      expect(body.users).toHaveLength(1);
      const { text } = await acme.owner.mustCall('GET', '/conversations/m0/participants?limit=400');
      expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
    });

    test('a larger one waits for it', async () => {
      let answered = false;
      const list = acme.owner.mustCall('GET', '/conversations/m0/participants?limit=1000').then(({ text }) => {
        answered = true;
        return text;
      });
      await acme.owner.mustCall('GET', '/users?limit=10');
      await sleep(100);
      expect(answered).toBe(false);
      for (const each of release) each();
      expect(Buffer.byteLength(await list)).toBeGreaterThan(262_144);
    });
  });
});
