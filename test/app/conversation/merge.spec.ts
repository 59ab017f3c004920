import { describe, expect, test } from 'vitest';
import { merge, withPart } from '../../../app/src/conversation/data-form/merge.js';
import { type Patch, type Read, save } from '../../../app/src/conversation/data-form/saving.js';
import { TidingsError } from '../../../sdk/src/errors.js';

describe('two changes of one state', () => {
  const base = { name: 'Ann', address: { city: 'Linz', street: 'A' }, tags: ['x'] };

  test('of different members are joined, within members too', () => {
    const mine = { ...base, name: 'Anna', address: { city: 'Linz', street: 'B' } };
    const theirs = { ...base, address: { city: 'Graz', street: 'A' }, age: 3 };
    expect(merge(base, mine, theirs)).toEqual({
      value: { name: 'Anna', address: { city: 'Graz', street: 'B' }, tags: ['x'], age: 3 },
      conflicts: [],
    });
  });

  test('of the same member are a conflict, which keeps their value until it is decided', () => {
    const mine = { ...base, name: 'Anna', tags: ['x', 'y'] };
    const theirs = { ...base, name: 'Anne', tags: ['z'] };
    const { value, conflicts } = merge(base, mine, theirs);
    expect(value).toEqual(theirs);
    expect(conflicts).toEqual([
      { path: ['name'], mine: 'Anna', theirs: 'Anne' },
      { path: ['tags'], mine: ['x', 'y'], theirs: ['z'] },
    ]);
    expect(withPart(value, ['name'], 'Anna')).toEqual({ ...theirs, name: 'Anna' });
  });

  test('that agree are none, in any order of members', () => {
    const same = { tags: ['x'], address: { street: 'C', city: 'Linz' }, name: 'Ann' };
    expect(merge(base, same, { ...base, address: { city: 'Linz', street: 'C' } }).conflicts).toEqual([]);
  });

  test('one of which removes the member are a conflict too', () => {
    const { name: _, ...mine } = base;
    const { value, conflicts } = merge(base, mine, { ...base, name: 'Anne' });
    expect(conflicts).toEqual([{ path: ['name'], mine: undefined, theirs: 'Anne' }]);
    expect(withPart(value, ['name'], undefined)).toEqual(mine);
    expect(merge(base, mine, { ...base, age: 1 }).value).toEqual({ ...mine, age: 1 });
  });
});

describe('a save', () => {
  const stale = () =>
    new TidingsError(412, { code: 'errors.precondition.failed', message: 'stale', request_id: 'r' } as never);
  /** A service with states that others save one after the other. */
  function service(states: readonly Read[]) {
    const sent: (readonly [Patch, string | undefined])[] = [];
    let at = 0;
    return {
      sent,
      asked: [] as unknown[],
      read: async () => states[Math.min(at, states.length - 1)] as Read,
      patch: async (body: Patch, ifMatch: string | undefined) => {
        sent.push([body, ifMatch]);
        if (ifMatch === states.at(-1)?.etag) return;
        at++;
        throw stale();
      },
    };
  }
  const at = (etag: string, description: string, lamp: string): Read => ({
    etag,
    state: { description, conversation_data: { lamp } },
  });
  const base = at('1', 'A', 'red');

  test('sends the members that changed, with the revision that was read', async () => {
    const one = service([base]);
    await save(base, { ...base.state, description: 'B' }, { ...one, choose: () => Promise.reject(new Error()) });
    expect(one.sent).toEqual([[{ description: 'B' }, '1']]);
    await save(base, base.state, { ...one, choose: () => Promise.reject(new Error()) });
    expect(one.sent.length).toBe(1);
  });

  test('joins what others saved meanwhile, and asks for the member that both changed', async () => {
    const two = service([base, at('2', 'A', 'blue'), at('3', 'C', 'blue')]);
    const conflicts: unknown[] = [];
    await save(
      base,
      { ...base.state, description: 'B' },
      {
        ...two,
        choose: async (found) => {
          conflicts.push(...found);
          return found;
        },
      },
    );
    expect(two.sent).toEqual([
      [{ description: 'B' }, '1'],
      [{ description: 'B' }, '2'],
      [{ description: 'B' }, '3'],
    ]);
    expect(conflicts).toEqual([{ path: ['description'], mine: 'B', theirs: 'C' }]);
  });

  test('sends nothing where the reader takes the other values, and removes by null', async () => {
    const taken = service([base, at('2', 'C', 'red')]);
    await save(base, { ...base.state, description: 'B' }, { ...taken, choose: async () => [] });
    expect(taken.sent.length).toBe(1);
    const removed = service([base]);
    await save(base, { conversation_data: base.state.conversation_data }, { ...removed, choose: async () => [] });
    expect(removed.sent).toEqual([[{ description: null }, '1']]);
  });

  test('gives up where others save all the time', async () => {
    const busy = { ...service([base]), read: async () => base, patch: () => Promise.reject(stale()) };
    await expect(save(base, { description: 'B' }, { ...busy, choose: async () => [] })).rejects.toThrow('stale');
  });
});
