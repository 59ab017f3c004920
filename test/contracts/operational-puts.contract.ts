import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Instant, instant } from '../../src/kernel/instant.js';
import type { OperationalKey, OperationalStore } from '../../src/ports/stores/operational-store.js';

const fresh = () => ({ tenantId: randomUUID(), kind: randomUUID() });
const key = (id: string, { tenantId, kind }: ReturnType<typeof fresh>): OperationalKey => ({ tenantId, kind, id });
const at = (seconds: number): Instant => instant(1_900_000_000_000 + seconds * 1_000);

/** Several entries in one call. */
export function describeOperationalPuts(open: () => OperationalStore): void {
  test('several entries are put in one call, new ones and known ones', async () => {
    const place = fresh();
    const [one, two, removed] = [key('a', place), key('b', place), key('c', place)];
    for (const each of [two, removed]) await open().put(each, 'before', { due: at(1), lane: 'left with the put' });
    await open().remove(removed);
    const due = at(2);
    await open().putAll([one, two, removed].map((each, n) => ({ key: each, value: { n }, due })));
    expect(await open().get(one)).toEqual({ key: one, value: { n: 0 }, revision: 1, due });
    expect(await open().get(two)).toEqual({ key: two, value: { n: 1 }, revision: 2, due });
    expect(await open().get(removed)).toEqual({ key: removed, value: { n: 2 }, revision: 1, due });
    expect((await open().list(place.tenantId, place.kind, '', 10)).map(({ key: { id } }) => id)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('entries that are put in one call take their turn among the others', async () => {
    const place = fresh();
    const [one, two] = [key('a', place), key('b', place)];
    const due = at(1);
    await Promise.all([
      open().put(one, 1, { due }),
      open().putAll([one, two].map((each) => ({ key: each, value: 2, due }))),
      open().putAll([two, one].map((each) => ({ key: each, value: 3, due }))),
      open().put(two, 4, { due }),
    ]);
    expect(await open().get(one)).toMatchObject({ value: 3, revision: 3 });
    expect(await open().get(two)).toMatchObject({ value: 4, revision: 3 });
  });
}
