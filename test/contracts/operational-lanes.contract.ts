import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Instant, instant } from '../../src/kernel/instant.js';
import type { Entry, OperationalKey, OperationalStore } from '../../src/ports/stores/operational-store.js';

const fresh = () => ({ tenantId: randomUUID(), kind: randomUUID() });
const key = (id: string, { tenantId, kind } = fresh()): OperationalKey => ({ tenantId, kind, id });
const at = (seconds: number): Instant => instant(1_900_000_000_000 + seconds * 1_000);

/** The second sort key of an entry: its lane, in which it is listed by due time. */
export function describeOperationalLanes(open: () => OperationalStore): void {
  const ids = async ({ tenantId, kind }: Omit<OperationalKey, 'id'>, lane: string, limit = 100) =>
    (await open().inLane(tenantId, kind, lane, limit)).map(({ key }) => key.id);

  test('a lane holds one tenant’s entries of a kind by due time, in pages', async () => {
    const place = fresh();
    const put = (id: string, seconds: number, lane = 'one', where = place) =>
      open().put(key(id, where), id, { due: at(seconds), lane });
    await Promise.all([put('d', 3), put('b', 1), put('c', 2), put('a', 2), put('e', 9)]);
    await Promise.all([
      put('other lane', 1, 'two'),
      put('other kind', 1, 'one', { ...place, kind: randomUUID() }),
      put('other tenant', 1, 'one', { ...place, tenantId: randomUUID() }),
      open().put(key('no lane', place), 0, { due: at(1) }),
    ]);
    const found: string[] = [];
    let last: Entry<string> | undefined;
    do {
      const page = await open().inLane<string>(place.tenantId, place.kind, 'one', 2, last);
      found.push(...page.map(({ value }) => value));
      last = page.at(-1);
    } while (last);
    expect(found).toEqual(['b', 'a', 'c', 'd', 'e']);
    expect(await ids(place, 'two')).toEqual(['other lane']);
    expect(await ids(place, 'three')).toEqual([]);
  });

  test('each put moves an entry to another place or lane, or out of all of them', async () => {
    const place = fresh();
    const put = (id: string, options: object) => open().put(key(id, place), 1, options);
    await put('a', { due: at(1), lane: 'one' });
    await put('b', { due: at(2), lane: 'one' });
    expect(await open().get(key('a', place))).toEqual({
      ...{ key: key('a', place), value: 1, revision: 1 },
      ...{ due: at(1), lane: 'one' },
    });
    await put('a', { due: at(3), lane: 'one', expected: 1 });
    expect(await ids(place, 'one')).toEqual(['b', 'a']);
    await put('b', { due: at(2), lane: 'two', expected: 1 });
    expect([await ids(place, 'one'), await ids(place, 'two')]).toEqual([['a'], ['b']]);
    expect(await put('b', { due: at(2), lane: 'one', expected: 1 })).toBe(false);
    expect(await ids(place, 'two')).toEqual(['b']);
    await put('b', { due: at(2) });
    await open().remove(key('a', place));
    expect([await ids(place, 'one'), await ids(place, 'two')]).toEqual([[], []]);
    expect((await open().due(place.kind, at(9), 9)).map(({ key }) => key.id)).toEqual(['b']);
    await put('a', { due: at(1), lane: 'two', expected: 0 });
    expect(await ids(place, 'two')).toEqual(['a']);
  });

  test('an entry that is listed and counted keeps that while it moves between lanes', async () => {
    const place = fresh();
    const listed = { at: at(0), facet: 'red' };
    await open().put(key('a', place), 1, { due: at(1), lane: 'one', listed });
    await open().put(key('a', place), 2, { due: at(1), lane: 'two' });
    expect(await ids(place, 'two')).toEqual(['a']);
    expect(await open().count(place.tenantId, place.kind, { facets: ['red'] })).toBe(1);
  });

  test('the tenants that have entries in a lane are found one after the other', async () => {
    const { kind } = fresh();
    const tenants = Array.from({ length: 4 }, () => randomUUID()).sort();
    const lanes = ['one', 'one', 'two', 'one'];
    const puts = tenants.flatMap((tenantId, n) =>
      ['a', 'b'].map((id) => open().put({ tenantId, kind, id }, 1, { due: at(n), lane: lanes[n] as string })),
    );
    await Promise.all(puts);
    const found: string[] = [];
    for (
      let tenantId = await open().nextTenant(kind, 'one');
      tenantId !== undefined;
      tenantId = await open().nextTenant(kind, 'one', tenantId)
    )
      found.push(tenantId);
    expect(found).toEqual([tenants[0], tenants[1], tenants[3]]);
    expect(await open().nextTenant(kind, 'three')).toBeUndefined();
  });
}
