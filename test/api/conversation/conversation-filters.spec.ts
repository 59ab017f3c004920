import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

interface Shown {
  readonly id: string;
  readonly archived: boolean;
  readonly labels: readonly string[];
  readonly locked_by?: string;
  readonly description: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const LABELS = ['vip', 'VIP', 'vi', 'priority:high', 'a, b', 'Müller', '0664 1234567', 'ꙮabc', 'x'.repeat(100)];
const WORDS = ['heating', 'vip', 'müller'];

let tidings: Tidings;
let acme: Tenant;
let anna: SignedIn;
let all: readonly Shown[];
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'filters');
  anna = await acme.user('anna');
  for (let n = 0; n < 60; n++) {
    const id = `c${n}`;
    await acme.conversation(id, { description: WORDS[n % 4] ?? 'other' });
    const labels = LABELS.filter((_, i) => (n >> (i % 6)) & 1 && (n + i) % 3 > 0);
    if (labels.length > 0) await acme.owner.mustCall('POST', `/conversations/${id}/labels`, { labels });
    const lock = { lock_expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    const holder = n % 5 === 0 ? acme.owner : n % 5 === 1 ? anna : undefined;
    if (holder) await holder.mustCall('POST', `/conversations/${id}/lock`, lock);
    if (n % 7 === 0) await acme.owner.mustCall('DELETE', `/conversations/${id}`);
  }
  all = (await acme.owner.mustCall('GET', '/conversations?limit=1000')).body.conversations;
});
afterAll(() => tidings.close());

interface Filter {
  readonly archived?: boolean;
  readonly holder?: 'owner' | 'anna' | 'nobody';
  readonly label?: readonly string[];
  readonly search?: string;
  readonly order: 'ASC' | 'DESC';
  readonly order_by: 'created_at' | 'updated_at';
  readonly limit: number;
}

const holderOf = ({ holder }: Filter) =>
  ({ owner: acme.owner.id, anna: anna.id, nobody: 'nobody' })[holder ?? 'nobody'];

function queryOf(filter: Filter): string {
  const { archived, holder, label = [], search, order, order_by, limit } = filter;
  const query = new URLSearchParams({ order, order_by, limit: `${limit}` });
  if (archived !== undefined) query.set('archived', `${archived}`);
  if (holder !== undefined) query.set('locked_by', holderOf(filter));
  for (const each of label) query.append('label', each);
  if (search !== undefined) query.set('search', search);
  return `${query}`;
}

const isFound = ({ description, labels, id }: Shown, search: string): boolean =>
  [id, description, ...labels].some((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(search)),
  );

/** What a plain filter over all conversations gives. */
function plain(filter: Filter): readonly string[] {
  const { archived, holder, label = [], search, order, order_by } = filter;
  const wanted = all.filter(
    (each) =>
      (archived === undefined || each.archived === archived) &&
      (holder === undefined || each.locked_by === holderOf(filter)) &&
      label.every((one) => each.labels.includes(one)) &&
      (search === undefined || isFound(each, search)),
  );
  const key = (each: Shown) => `${each[order_by]} ${each.id}`;
  const sorted = wanted.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return (order === 'ASC' ? sorted : sorted.reverse()).map(({ id }) => id);
}

async function listed(filter: Filter): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await acme.owner.mustCall('GET', `/conversations?${queryOf(filter)}${cursor}`);
    expect(body.total_elements).toBe(plain(filter).length);
    ids.push(...body.conversations.map(({ id }: Shown) => id));
    if (body.next_cursor === undefined) return ids;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const filters: fc.Arbitrary<Filter> = fc.record(
  {
    archived: fc.boolean(),
    holder: fc.constantFrom('owner', 'anna', 'nobody'),
    label: fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 3 }),
    search: fc.constantFrom('heating', 'heat', 'vip', 'vi', 'other'),
    order: fc.constantFrom('ASC', 'DESC'),
    order_by: fc.constantFrom('created_at', 'updated_at'),
    limit: fc.integer({ min: 3, max: 70 }),
  },
  { requiredKeys: ['order', 'order_by', 'limit'] },
);

describe('filters of the list', () => {
  test('together give what a plain filter over all conversations gives', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        expect(await listed(filter)).toEqual(plain(filter));
      }),
      { numRuns: 150 },
    );
  });

  test('a label is itself, not its beginning, its case or a part of it', async () => {
    for (const label of ['v', 'priority', 'a', 'mül', 'unknown']) {
      const { body } = await acme.owner.mustCall('GET', `/conversations?label=${encodeURIComponent(label)}`);
      expect([body.total_elements, body.conversations]).toEqual([0, []]);
    }
  });

  test('a search without a word finds nothing, with a label too', async () => {
    const { body } = await acme.owner.mustCall('GET', `/conversations?label=vip&search=${encodeURIComponent('→')}`);
    expect(body.total_elements).toBe(0);
  });

  test('no search finds the words of labels', async () => {
    const { body } = await acme.owner.mustCall('GET', `/conversations?search=${encodeURIComponent('ꙮ')}`);
    expect(body.total_elements).toBe(0);
  });

  test('a cursor is bound to its filters, and goes on while the clock does', async () => {
    const { body } = await acme.owner.mustCall('GET', `/conversations?limit=2&locked_by=${anna.id}`);
    const next = await acme.owner.call('GET', `/conversations?limit=2&locked_by=${anna.id}&cursor=${body.next_cursor}`);
    expect(next.status).toBe(200);
    for (const other of [`locked_by=${acme.owner.id}`, `locked_by=${anna.id}&label=vip`, 'archived=false']) {
      const refused = await acme.owner.call('GET', `/conversations?limit=2&${other}&cursor=${body.next_cursor}`);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'cursor']);
    }
  });

  test('a lock that is over is none', async () => {
    await acme.conversation('brief');
    const lock = { lock_expires_at: new Date(Date.now() + 700).toISOString() };
    const uma = await acme.user('uma');
    await uma.mustCall('POST', '/conversations/brief/lock', lock);
    const locked = async () => (await acme.owner.mustCall('GET', `/conversations?locked_by=${uma.id}`)).body;
    expect((await locked()).total_elements).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await locked()).total_elements).toBe(0);
  });
});
