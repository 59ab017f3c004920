import { beforeAll, describe, expect, test } from 'vitest';
import { type ListedEntries, listingOf } from '../../../src/http/answer/listed-entries.js';
import { type Instant, instant } from '../../../src/kernel/instant.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { CountingOperationalStore } from '../../support/given/rows-read.js';
import { wholePage } from '../../support/given/whole-page.js';

const COUNT = 20_000;
const [TENANT, KIND] = ['tenant', 'thing'];
const FACETS = ['red', 'blue', 'green'];
const at = (n: number): Instant => instant(1_900_000_000_000 + n * 700 - (n % 4));

const store = new CountingOperationalStore();
const entries: ListedEntries<Instant> = {
  newest: (range, page) => store.newest<Instant>(TENANT, KIND, range, page),
  count: (range) => store.count(TENANT, KIND, range),
};
/** Ids, newest first. */
const newest = Array.from({ length: COUNT }, (_, n) => ({ id: `e${n}`, n, at: at(n) })).sort((a, b) =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1,
);
beforeAll(async () => {
  for (let from = 0; from < COUNT; from += 500) {
    const some = newest.slice(from, from + 500);
    await Promise.all(
      some.map(({ id, n, at }) =>
        store.put({ tenantId: TENANT, kind: KIND, id }, at, { listed: { at, facet: FACETS[n % 3] as string } }),
      ),
    );
  }
});

const ids = async (asked: object, range: object = {}) => {
  const page = await listingOf(entries, { facets: FACETS, ...range }, asked, (value) => value);
  const { docs, paging } = await wholePage(page);
  return { ids: docs.map(({ key }) => key.id), paging };
};

describe('a list of entries', () => {
  test.each([0, 1, 499, 500, 501, 3_333, 12_345, COUNT - 3, COUNT, COUNT + 9, 2_147_483_647])(
    'at offset %i holds what a plain list does',
    async (offset) => {
      const { ids: found, paging } = await ids({ offset, limit: 7 });
      expect(found).toEqual(newest.slice(offset, offset + 7).map(({ id }) => id));
      expect(paging).toMatchObject({ total_elements: COUNT, offset, has_more: offset + 7 < COUNT });
    },
  );

  test('within two times counts offsets within them', async () => {
    const [after, before] = [at(1_000), at(19_000)];
    const within = newest.filter((each) => each.at > after && each.at < before);
    const { ids: found, paging } = await ids({ offset: 9_000, limit: 5 }, { after, before });
    expect(found).toEqual(within.slice(9_000, 9_005).map(({ id }) => id));
    expect(paging.total_elements).toBe(within.length);
  });

  test('continues behind its cursor from any offset, to the last entry', async () => {
    const found: string[] = [];
    let { ids: page, paging } = await ids({ offset: COUNT - 2_500, limit: 1_000 });
    for (;;) {
      found.push(...page);
      if (paging.next_cursor === undefined) break;
      ({ ids: page, paging } = await ids({ cursor: paging.next_cursor, limit: 1_000 }));
    }
    expect(found).toEqual(newest.slice(COUNT - 2_500).map(({ id }) => id));
  });

  test('refuses a cursor of other filters and one without a time', async () => {
    const { paging } = await ids({ limit: 2 });
    await expect(ids({ cursor: paging.next_cursor }, { facets: ['red'] })).rejects.toThrow(Rejection);
    const mark = JSON.parse(Buffer.from(paging.next_cursor ?? '', 'base64url').toString());
    for (const v of ['x', 7, true, undefined]) {
      const cursor = Buffer.from(JSON.stringify({ ...mark, v })).toString('base64url');
      await expect(ids({ cursor })).rejects.toThrow(Rejection);
    }
  });

  test.each([{}, { offset: 19_000 }, { offset: 19_990, limit: 1_000 }, { limit: 1_000 }])(
    'reads the page and counters, whatever is kept: %o',
    async (asked) => {
      store.read.rows = 0;
      store.read.scans.length = 0;
      const { ids: found } = await ids(asked);
      const limit = 'limit' in asked ? 1_000 : 50;
      expect(found.length).toBe(Math.min(limit, COUNT - ('offset' in asked ? asked.offset : 0)));
      expect(store.read.rows).toBeLessThan(2 * limit + 700);
      expect(store.read.scans).toEqual([]);
    },
  );
});
