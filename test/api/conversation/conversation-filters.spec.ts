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
  readonly read_status: { readonly unread_message_count: number };
}

const LABELS = ['vip', 'VIP', 'vi', 'priority:high', 'a, b', 'Müller', '0664 1234567', 'ꙮabc', 'x'.repeat(100)];
const WORDS = ['heating', 'vip', 'müller'];

let tidings: Tidings;
let acme: Tenant;
let anna: SignedIn;
let all: readonly Shown[];
/** Ids of the conversations that each has not read to the end. */
let unread: Readonly<Record<'owner' | 'anna', ReadonlySet<string>>>;

const listOf = async (who: SignedIn): Promise<readonly Shown[]> =>
  (await who.mustCall('GET', '/conversations?limit=1000&includes=CURRENT_USER_READ_STATUS')).body.conversations;

const unreadIn = (list: readonly Shown[]) =>
  new Set(list.filter(({ read_status: { unread_message_count: n } }) => n > 0).map(({ id }) => id));

/** Messages of the client, of which the owner, Anna or both have seen some. */
async function write(id: string, n: number): Promise<void> {
  for (let sequence = 1; sequence <= n % 4; sequence++) await acme.post(id);
  for (const [who, last] of [
    [anna, n % 3],
    [acme.owner, n % 5],
  ] as const) {
    if (last > n % 4) continue;
    await who.mustCall('POST', `/conversations/${id}/seen`, { last_message_sequence_seen: last });
  }
  if (n % 8 === 3) await acme.owner.mustCall('POST', `/conversations/${id}/messages`, { kind: 'TEXT', text: 'x' });
}
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'filters');
  anna = await acme.user('anna');
  for (let n = 0; n < 60; n++) {
    const id = `c${n}`;
    await acme.conversationWithClient(id, { description: WORDS[n % 4] ?? 'other' });
    await write(id, n);
    const labels = LABELS.filter((_, i) => (n >> (i % 6)) & 1 && (n + i) % 3 > 0);
    if (labels.length > 0) await acme.owner.mustCall('POST', `/conversations/${id}/labels`, { labels });
    const lock = { lock_expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    const holder = n % 5 === 0 ? acme.owner : n % 5 === 1 ? anna : undefined;
    if (holder) await holder.mustCall('POST', `/conversations/${id}/lock`, lock);
    if (n % 7 === 0) await acme.owner.mustCall('DELETE', `/conversations/${id}`);
  }
  all = await listOf(acme.owner);
  unread = { owner: unreadIn(all), anna: unreadIn(await listOf(anna)) };
});
afterAll(() => tidings.close());

interface Filter {
  readonly archived?: boolean;
  readonly holder?: 'owner' | 'anna' | 'nobody';
  readonly label?: readonly string[];
  readonly search?: string;
  readonly unreadOf?: 'owner' | 'anna';
  readonly order: 'ASC' | 'DESC';
  readonly order_by: 'created_at' | 'updated_at';
  readonly limit: number;
}

const holderOf = ({ holder }: Filter) =>
  ({ owner: acme.owner.id, anna: anna.id, nobody: 'nobody' })[holder ?? 'nobody'];

function queryOf(filter: Filter): string {
  const { archived, holder, label = [], search, unreadOf, order, order_by, limit } = filter;
  const query = new URLSearchParams({ order, order_by, limit: `${limit}` });
  if (archived !== undefined) query.set('archived', `${archived}`);
  if (holder !== undefined) query.set('locked_by', holderOf(filter));
  for (const each of label) query.append('label', each);
  if (search !== undefined) query.set('search', search);
  if (unreadOf !== undefined) query.set('unread', 'true');
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
  const { archived, holder, label = [], search, unreadOf, order, order_by } = filter;
  const wanted = all.filter(
    (each) =>
      (archived === undefined || each.archived === archived) &&
      (holder === undefined || each.locked_by === holderOf(filter)) &&
      (unreadOf === undefined || unread[unreadOf].has(each.id)) &&
      label.every((one) => each.labels.includes(one)) &&
      (search === undefined || isFound(each, search)),
  );
  const key = (each: Shown) => `${each[order_by]} ${each.id}`;
  const sorted = wanted.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return (order === 'ASC' ? sorted : sorted.reverse()).map(({ id }) => id);
}

async function listed(filter: Filter): Promise<readonly string[]> {
  const who = filter.unreadOf === 'anna' ? anna : acme.owner;
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await who.mustCall('GET', `/conversations?${queryOf(filter)}${cursor}`);
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
    unreadOf: fc.constantFrom('owner', 'anna'),
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

  test('of what the caller has not read gives some, but not all', async () => {
    for (const each of [unread.owner, unread.anna]) expect([each.size > 9, each.size < 51]).toEqual([true, true]);
    expect([...unread.owner].sort()).not.toEqual([...unread.anna].sort());
    const { body } = await anna.mustCall('GET', '/conversations?limit=1000&unread=false');
    expect(body.total_elements).toBe(all.length);
    const refused = await (await acme.apiKey()).call('GET', '/conversations?unread=true');
    expect([refused.status, refused.body.errors[0].path]).toEqual([403, 'unread']);
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
    const own = await anna.mustCall('GET', '/conversations?limit=2&unread=true');
    const others = `/conversations?limit=2&unread=true&cursor=${own.body.next_cursor}`;
    expect([(await anna.call('GET', others)).status, (await acme.owner.call('GET', others)).status]).toEqual([
      200, 400,
    ]);
    const { body } = await acme.owner.mustCall('GET', `/conversations?limit=2&locked_by=${anna.id}`);
    const next = await acme.owner.call('GET', `/conversations?limit=2&locked_by=${anna.id}&cursor=${body.next_cursor}`);
    expect(next.status).toBe(200);
    for (const other of [
      `locked_by=${acme.owner.id}`,
      `locked_by=${anna.id}&label=vip`,
      'archived=false',
      'unread=true',
    ]) {
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
