import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Instant, instant } from '../../src/kernel/instant.js';
import type {
  Listed,
  ListedRange,
  OperationalKey,
  OperationalStore,
} from '../../src/ports/stores/operational-store.js';

/** What every operational store promises of listed and counted entries. */
export function describeOperationalLists(open: () => OperationalStore): void {
  describe('lists', () => {
    describePages(open);
    describeCounts(open);
    describeRelist(open);
    describeScan(open);
  });
}

const fresh = () => ({ tenantId: randomUUID(), kind: randomUUID() });
const at = (seconds: number): Instant => instant(1_900_000_000_000 + seconds * 1_000);
const listed = (seconds: number, facet = 'red', group?: string): { listed: Listed } => ({
  listed: { at: at(seconds), facet, ...(group === undefined ? {} : { group }) },
});
const RED: ListedRange = { facets: ['red'] };
const BOTH: ListedRange = { facets: ['red', 'blue'] };

type Place = ReturnType<typeof fresh>;
const key = (id: string, place: Place): OperationalKey => ({ ...place, id });
const page = async (store: OperationalStore, { tenantId, kind }: Place, range: ListedRange, limit = 99, skip = 0) =>
  (await store.newest<string>(tenantId, kind, range, { limit, skip })).map((entry) => entry.key.id);
const count = (store: OperationalStore, { tenantId, kind }: Place, range: ListedRange) =>
  store.count(tenantId, kind, range);

function describePages(open: () => OperationalStore): void {
  test('a page holds the entries of its facets, newest first, those of one time by id', async () => {
    const place = fresh();
    await Promise.all([
      open().put(key('b', place), 'b', listed(1)),
      open().put(key('a', place), 'a', listed(1, 'blue')),
      open().put(key('new', place), 'new', listed(9)),
      open().put(key('green', place), 'x', listed(5, 'green')),
      open().put(key('unlisted', place), 'x'),
      open().put(key('foreign', { ...place, tenantId: randomUUID() }), 'x', listed(3)),
      open().put(key('other', { ...place, kind: randomUUID() }), 'x', listed(3)),
    ]);
    expect(await page(open(), place, BOTH)).toEqual(['new', 'a', 'b']);
    expect(await page(open(), place, RED)).toEqual(['new', 'b']);
    expect(await page(open(), place, { facets: [] })).toEqual([]);
    expect(await page(open(), place, BOTH, 1, 1)).toEqual(['a']);
    const [first] = await open().newest<string>(place.tenantId, place.kind, RED, { limit: 1 });
    expect(first).toEqual({ key: key('new', place), value: 'new', revision: 1 });
  });

  test('pages follow one another behind the last entry, while others come and go', async () => {
    const place = fresh();
    const { tenantId, kind } = place;
    for (const [n, id] of ['e', 'd', 'c', 'b', 'a'].entries())
      await open().put(key(id, place), id, listed(Math.floor(n / 2), n % 2 ? 'red' : 'blue'));
    expect(await page(open(), place, BOTH)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const behind = { at: at(1), id: 'b' };
    await open().put(key('z', place), 'z', listed(7));
    await open().remove(key('b', place));
    const next = await open().newest(tenantId, kind, BOTH, { limit: 2, behind });
    expect(next.map((entry) => entry.key.id)).toEqual(['c', 'd']);
  });

  test('both ends of a range are exclusive', async () => {
    const place = fresh();
    for (const seconds of [1, 2, 3, 4]) await open().put(key(`${seconds}`, place), 0, listed(seconds));
    const range = { ...RED, after: at(1), before: at(4) };
    expect(await page(open(), place, range)).toEqual(['3', '2']);
    expect(await count(open(), place, range)).toBe(2);
    expect(await page(open(), place, { ...RED, after: at(4), before: at(1) })).toEqual([]);
    expect(await count(open(), place, { ...RED, after: at(4), before: at(1) })).toBe(0);
  });
}

function describeCounts(open: () => OperationalStore): void {
  test('an entry moves between facets with a put and stays with a put that says nothing', async () => {
    const place = fresh();
    await open().put(key('a', place), 1, listed(1, 'red', 'room'));
    await open().put(key('a', place), 2, { ...listed(1, 'blue', 'room'), expected: 1 });
    expect(await open().put(key('a', place), 3, { ...listed(1, 'red', 'room'), expected: 1 })).toBe(false);
    expect(await open().put(key('a', place), 3, { ...listed(1, 'red', 'other'), expected: 0 })).toBe(false);
    await open().put(key('a', place), 4);
    expect(await count(open(), place, RED)).toBe(0);
    expect(await count(open(), place, { facets: ['blue'] })).toBe(1);
    expect(await open().countGroup(place.tenantId, place.kind, 'room')).toBe(1);
    expect(await open().countGroup(place.tenantId, place.kind, 'other')).toBe(0);
    await open().put(key('a', place), 5, listed(1, 'red', 'other'));
    expect(await open().countGroup(place.tenantId, place.kind, 'room')).toBe(0);
    expect(await open().countGroup(place.tenantId, place.kind, 'other')).toBe(1);
    expect(await page(open(), place, { facets: ['blue'] })).toEqual([]);
  });

  test('removals and sweeps leave the counts right', async () => {
    const place = fresh();
    const many = Array.from({ length: 700 }, (_, n) =>
      open().put(key(`k${n}`, place), n, { ...listed(n * 60, 'red', 'room'), ...(n < 600 ? { due: at(0) } : {}) }),
    );
    await Promise.all(many);
    expect(await count(open(), place, RED)).toBe(700);
    expect(await open().sweep(place.kind, at(1))).toBe(600);
    expect(await count(open(), place, RED)).toBe(100);
    expect(await open().remove(key('k600', place), 2)).toBe(false);
    expect(await open().remove(key('k600', place))).toBe(true);
    expect(await count(open(), place, RED)).toBe(99);
    expect(await open().countGroup(place.tenantId, place.kind, 'room')).toBe(99);
  });

  test('the counts of any range equal those of a plain list, whatever was done', async () => {
    const seconds = fc.integer({ min: 0, max: 200_000 });
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      act: fc.constantFrom('put', 'put', 'next', 'remove'),
      seconds,
      facet: fc.constantFrom('red', 'blue'),
    });
    const ask = fc.record({ after: fc.option(seconds), before: fc.option(seconds) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(ask, { maxLength: 4 }), async (steps, asked) => {
        const place = fresh();
        const plain = new Map<string, { seconds: number; facet: string; revision: number }>();
        for (const { id, act, seconds, facet } of steps) {
          const known = plain.get(id);
          if (act === 'remove') {
            await open().remove(key(id, place));
            plain.delete(id);
          } else {
            const expected = act === 'next' ? { expected: known?.revision ?? 1 } : {};
            const isPut = await open().put(key(id, place), id, { ...listed(seconds, facet), ...expected });
            if (isPut) plain.set(id, { seconds, facet, revision: (known?.revision ?? 0) + 1 });
          }
        }
        for (const { after, before } of [{ after: null, before: null }, ...asked]) {
          const within = [...plain].filter(
            ([, each]) => (after === null || each.seconds > after) && (before === null || each.seconds < before),
          );
          const range = {
            ...BOTH,
            ...(after === null ? {} : { after: at(after) }),
            ...(before === null ? {} : { before: at(before) }),
          };
          const sorted = within.sort(([a, x], [b, y]) => y.seconds - x.seconds || (a < b ? -1 : 1));
          expect(await count(open(), place, range)).toBe(within.length);
          expect(await page(open(), place, range)).toEqual(sorted.map(([id]) => id));
        }
      }),
      { seed: 20_300_102, numRuns: 60 },
    );
  });

  test('nothing is counted twice when many change one entry at once', async () => {
    const place = fresh();
    const facets = ['red', 'blue', 'green'];
    await open().put(key('a', place), 0, listed(1));
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => open().put(key('a', place), n, listed(n, facets[n % facets.length]))),
    );
    expect(await count(open(), place, { facets })).toBe(1);
  });
}

function describeRelist(open: () => OperationalStore): void {
  test('an entry that is kept already is listed at its revision', async () => {
    const place = fresh();
    await open().put(key('a', place), 'v', { due: at(5) });
    expect(await open().relist(key('a', place), listed(1, 'red', 'room').listed, 2)).toBe(false);
    expect(await open().relist(key('none', place), listed(1).listed, 1)).toBe(false);
    expect(await count(open(), place, RED)).toBe(0);
    expect(await open().relist(key('a', place), listed(1, 'red', 'room').listed, 1)).toBe(true);
    expect(await open().relist(key('a', place), listed(1, 'red', 'room').listed, 1)).toBe(true);
    expect(await open().get(key('a', place))).toEqual({ key: key('a', place), value: 'v', revision: 1, due: at(5) });
    expect(await page(open(), place, RED)).toEqual(['a']);
    expect(await count(open(), place, RED)).toBe(1);
    expect(await open().countGroup(place.tenantId, place.kind, 'room')).toBe(1);
  });
}

function describeScan(open: () => OperationalStore): void {
  test('a scan goes through every entry once, by tenant, kind and id, and reads those of its kinds', async () => {
    const tenantId = `~${randomUUID()}`;
    const keys = ['x', 'y', 'z'].flatMap((kind) => ['a', 'b', 'c'].map((id) => ({ tenantId, kind, id })));
    await Promise.all(keys.map((each) => open().put(each, each.id)));
    const slices: string[][] = [];
    let after: OperationalKey | undefined = { tenantId, kind: '', id: '' };
    do {
      const { entries, next } = await open().scan(['x', 'z'], 4, after);
      slices.push(entries.filter(({ key }) => key.tenantId === tenantId).map(({ key }) => key.kind + key.id));
      after = next;
    } while (after?.tenantId === tenantId);
    expect(slices).toEqual([['xa', 'xb', 'xc'], ['zb', 'za'].toReversed(), ['zc']]);
  });
}
