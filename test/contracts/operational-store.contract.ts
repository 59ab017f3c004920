import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Instant, instant } from '../../src/kernel/instant.js';
import type { Entry, OperationalKey, OperationalStore, PutOptions } from '../../src/ports/stores/operational-store.js';
import { describeOperationalLanes } from './operational-lanes.contract.js';
import { describeOperationalLists } from './operational-lists.contract.js';
import { describeOperationalPuts } from './operational-puts.contract.js';

/** What every ledger promises. Each test has a tenant and a kind of its own, so that one ledger serves them all. */
export function describeOperationalStore(name: string, open: () => Promise<OperationalStore>): void {
  describe(`ledger: ${name}`, () => {
    let operations: OperationalStore;
    beforeAll(async () => {
      operations = await open();
    });
    afterAll(() => operations.close());

    describeEntries(() => operations);
    describeRevisions(() => operations);
    describeDue(() => operations);
    describeLists(() => operations);
    describeOperationalLists(() => operations);
    describeOperationalLanes(() => operations);
    describeOperationalPuts(() => operations);
  });
}

const fresh = () => ({ tenantId: randomUUID(), kind: randomUUID() });
const key = (id = 'a', { tenantId, kind } = fresh()): OperationalKey => ({ tenantId, kind, id });
const at = (seconds: number): Instant => instant(1_900_000_000_000 + seconds * 1_000);

function describeEntries(open: () => OperationalStore): void {
  test('what was put is got back, with its revision and when it is due', async () => {
    const one = key('漢 "id" %_');
    const value = { text: `O'Brien 🚢`, list: [1, null, { deep: true }] };
    expect(await open().get(one)).toBeUndefined();
    expect(await open().put(one, value, { due: at(1) })).toBe(true);
    expect(await open().get(one)).toEqual({ key: one, value, revision: 1, due: at(1) });
    expect(await open().put(one, 'other')).toBe(true);
    expect(await open().get(one)).toEqual({ key: one, value: 'other', revision: 2 });
  });

  test('what was removed is gone, and begins anew', async () => {
    const one = key();
    expect(await open().remove(one)).toBe(false);
    await open().put(one, 1, { due: at(1) });
    await open().put(one, 2);
    expect(await open().remove(one)).toBe(true);
    expect(await open().get(one)).toBeUndefined();
    await open().put(one, 3);
    expect(await open().get(one)).toMatchObject({ value: 3, revision: 1 });
  });

  test('tenants and kinds never meet, under the same ids', async () => {
    const place = fresh();
    const [one, foreign, other] = [
      key('a', place),
      key('a', { ...fresh(), kind: place.kind }),
      key('a', { ...place, kind: randomUUID() }),
    ];
    await open().put(one, 'mine');
    expect(await open().get(foreign)).toBeUndefined();
    expect(await open().put(foreign, 'theirs', { expected: 0 })).toBe(true);
    expect(await open().put(other, 'another', { expected: 0 })).toBe(true);
    expect(await open().remove(foreign)).toBe(true);
    expect(await open().get(one)).toMatchObject({ value: 'mine', revision: 1 });
    expect(await open().get(other)).toMatchObject({ value: 'another', revision: 1 });
  });

  test('a relaxed entry is there as soon as it is answered, in its turn among the others', async () => {
    const one = key();
    await open().put(one, 1, { relaxed: true });
    expect(await open().get(one)).toMatchObject({ value: 1, revision: 1 });
    await Promise.all([
      open().put(one, 2),
      open().put(one, 3, { relaxed: true }),
      open().put(one, 4),
      open().put(one, 5, { relaxed: true }),
    ]);
    expect(await open().get(one)).toMatchObject({ value: 5, revision: 5 });
    expect(await open().put(one, 6, { relaxed: true, expected: 4 })).toBe(false);
  });
}

function describeRevisions(open: () => OperationalStore): void {
  test('a put or a removal that expects another revision changes nothing', async () => {
    const one = key();
    expect(await open().put(one, 'early', { expected: 1 })).toBe(false);
    expect(await open().get(one)).toBeUndefined();
    await open().put(one, 'first', { expected: 0, due: at(1) });
    expect(await open().put(one, 'again', { expected: 0 })).toBe(false);
    expect(await open().put(one, 'ahead', { expected: 2 })).toBe(false);
    expect(await open().remove(one, 2)).toBe(false);
    expect(await open().remove(one, 0)).toBe(false);
    expect(await open().get(one)).toEqual({ key: one, value: 'first', revision: 1, due: at(1) });
    expect(await open().put(one, 'second', { expected: 1 })).toBe(true);
    expect(await open().get(one)).toEqual({ key: one, value: 'second', revision: 2 });
    expect(await open().remove(one, 2)).toBe(true);
  });

  test('of many that want the same at once one gets it', async () => {
    const one = key();
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => open().put(one, i, { expected: 0 })));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await open().get(one)).toMatchObject({ value: taken.indexOf(true), revision: 1 });
    const removed = await Promise.all(Array.from({ length: 5 }, () => open().remove(one, 1)));
    expect(removed.filter(Boolean)).toHaveLength(1);
  });

  test('nothing is lost when many count up with compare and set', async () => {
    const one = key();
    await open().put(one, 0);
    const countUp = async (): Promise<void> => {
      const entry = await open().get<number>(one);
      if (!entry) throw new Error('The counter is gone');
      if (!(await open().put(one, entry.value + 1, { expected: entry.revision }))) return countUp();
    };
    await Promise.all(Array.from({ length: 12 }, countUp));
    expect(await open().get(one)).toMatchObject({ value: 12, revision: 13 });
  });

  test('any turn of puts and removals ends as a plain map does', async () => {
    const expected = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    const step = fc.record({ id: fc.constantFrom('a', 'b'), removes: fc.boolean(), expected, relaxed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const place = fresh();
        const revisions = new Map<string, number>();
        for (const { id, removes, expected, relaxed } of steps) {
          const revision = revisions.get(id) ?? 0;
          const meets = expected === undefined || expected === revision;
          if (removes) {
            expect(await open().remove(key(id, place), expected)).toBe(meets && revision > 0);
            if (meets) revisions.delete(id);
          } else {
            const options: PutOptions = { ...(expected !== undefined && { expected }), ...(relaxed && { relaxed }) };
            expect(await open().put(key(id, place), id, options)).toBe(meets);
            if (meets) revisions.set(id, revision + 1);
          }
        }
        for (const id of ['a', 'b']) expect((await open().get(key(id, place)))?.revision).toBe(revisions.get(id));
      }),
      { seed: 20_300_101, numRuns: 60 },
    );
  });
}

function describeDue(open: () => OperationalStore): void {
  test('what is due comes earliest first, of all tenants, and no more than asked', async () => {
    const { kind } = fresh();
    const put = (id: string, seconds: number) => open().put(key(id, { ...fresh(), kind }), id, { due: at(seconds) });
    await Promise.all([
      put('late', 30),
      put('early', 10),
      put('middle', 20),
      open().put(key('never', { ...fresh(), kind }), 0),
    ]);
    const due = async (seconds: number, limit = 10) =>
      (await open().due<string>(kind, at(seconds), limit)).map(({ value }) => value);
    expect(await due(9)).toEqual([]);
    expect(await due(20)).toEqual(['early', 'middle']);
    expect(await due(99)).toEqual(['early', 'middle', 'late']);
    expect(await due(99, 2)).toEqual(['early', 'middle']);
  });

  test('what is due comes in pages, each behind the last entry of the one before', async () => {
    const kind = randomUUID();
    const [one = '', two = ''] = [randomUUID(), randomUUID()].sort();
    const put = (tenantId: string, id: string, seconds: number) =>
      open().put({ tenantId, kind, id }, `${tenantId === one ? 0 : 1}${id}`, { due: at(seconds) });
    await Promise.all([put(two, 'a', 1), put(one, 'b', 2), put(one, 'c', 2), put(two, 'b', 2), put(one, 'a', 3)]);
    await put(one, 'later', 9);
    const found: string[] = [];
    let last: Entry<string> | undefined;
    do {
      const page = await open().due<string>(kind, at(3), 2, last);
      found.push(...page.map(({ value }) => value));
      last = page.at(-1);
    } while (last);
    expect(found).toEqual(['1a', '0b', '0c', '1b', '0a']);
  });

  test('a put moves or lifts the moment', async () => {
    const place = fresh();
    const due = async () => (await open().due(place.kind, at(10), 10)).map(({ key }) => key.id);
    await open().put(key('a', place), 1, { due: at(5) });
    await open().put(key('a', place), 2, { due: at(15) });
    expect(await due()).toEqual([]);
    await open().put(key('a', place), 3, { due: at(5) });
    expect(await due()).toEqual(['a']);
    await open().put(key('a', place), 4);
    expect(await due()).toEqual([]);
  });

  test('a purge changes no entry', async () => {
    const place = fresh();
    await Promise.all([open().put(key('stays', place), 1), open().put(key('goes', place), 2)]);
    await open().remove(key('goes', place));
    await open().purge();
    expect((await open().get(key('stays', place)))?.value).toBe(1);
    expect(await open().get(key('goes', place))).toBeUndefined();
  });

  test('a sweep forgets what was due before, and nothing else', async () => {
    const place = fresh();
    const other = { ...place, kind: randomUUID() };
    const many = Array.from({ length: 1_200 }, (_, i) => open().put(key(`k${i}`, place), i, { due: at(i % 3) }));
    await Promise.all([
      ...many,
      open().put(key('stays', place), 0),
      open().put(key('other', other), 0, { due: at(0) }),
    ]);
    expect(await open().sweep(place.kind, at(2))).toBe(800);
    expect(await open().sweep(place.kind, at(2))).toBe(0);
    expect(await open().due(place.kind, at(9), 2_000)).toHaveLength(400);
    expect(await open().get(key('stays', place))).toBeDefined();
    expect(await open().get(key('other', other))).toBeDefined();
  });
}

function describeLists(open: () => OperationalStore): void {
  test('a list holds one tenant’s entries of a beginning, by id', async () => {
    const place = fresh();
    const ids = ['room.b', 'room.a', 'room.', 'roof', 'room_x', 'Room.a', 'room.ä', 'room.🚢'];
    await Promise.all(ids.map((id) => open().put(key(id, place), id)));
    await open().put(key('room.c', { ...fresh(), kind: place.kind }), 'foreign');
    const list = async (prefix: string, limit = 10, after?: string, skip?: number) =>
      (await open().list<string>(place.tenantId, place.kind, prefix, limit, after, skip)).map(({ value }) => value);
    expect(await list('room.')).toEqual(['room.', 'room.a', 'room.b', 'room.ä', 'room.🚢']);
    expect(await list('room.', 2)).toEqual(['room.', 'room.a']);
    expect(await list('room.', 2, 'room.a')).toEqual(['room.b', 'room.ä']);
    expect(await list('room.', 9, 'a')).toEqual(await list('room.'));
    expect(await list('room.', 9, 'roon')).toEqual([]);
    expect(await list('room.', 2, 'room.', 1)).toEqual(['room.b', 'room.ä']);
    expect(await list('room.', 2, undefined, 4)).toEqual(['room.🚢']);
    expect(await list('room.*')).toEqual([]);
    expect(await list('%')).toEqual([]);
    expect(await list('')).toHaveLength(ids.length);
  });
}
