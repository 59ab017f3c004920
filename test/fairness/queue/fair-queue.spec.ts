import { describe, expect, test } from 'vitest';
import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../../src/fairness/queue/fair-bounds.js';
import { FairQueue } from '../../../src/fairness/queue/fair-queue.js';
import type { Priority } from '../../../src/ports/process/priority.js';

interface Named extends QueueEntry {
  readonly name: string;
}

const PLENTY = { total: 10_000, perTenant: 10_000 };
const oneAtATime: FairQueueBounds = { running: { total: 1, perTenant: 1 }, waiting: PLENTY };

const entry = (name: string, more: Partial<Named> = {}): Named => ({ name, tenantId: name.charAt(0), ...more });
const named = (entries: readonly (Named | undefined)[]) => entries.map((each) => each?.name);

/** Gives each entry a place in its turn, one after the other. */
function order(queue: FairQueue<Named>): readonly string[] {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    names.push(next.name);
    queue.remove(next);
  }
  return names;
}

function filled(bounds: FairQueueBounds, ...entries: readonly Named[]): FairQueue<Named> {
  const queue = new FairQueue<Named>(bounds);
  for (const each of entries) queue.add(each);
  return queue;
}

describe('turns', () => {
  test('go round the tenants, and inside a tenant the oldest comes first', () => {
    const queue = filled(oneAtATime, ...['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => entry(name)));
    expect(order(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('go round the groups of a tenant', () => {
    const grouped = ['x', 'x', 'x', 'y', 'z'].map((group, i) => entry(`a${i}`, { group }));
    expect(order(filled(oneAtATime, ...grouped))).toEqual(['a0', 'a3', 'a4', 'a1', 'a2']);
  });

  test('come first to a tenant that was not here, and coming again and again brings no more of them', () => {
    const queue = filled(oneAtATime, ...['a1', 'a2', 'a3', 'b1', 'b2', 'b3'].map((name) => entry(name)));
    const names: (string | undefined)[] = [];
    for (let n = 0; n < 9; n++) {
      if (n > 1 && !queue.has('c', 'c')) queue.add(entry('c', { key: 'c' }));
      const next = queue.take() as Named;
      names.push(next.name);
      queue.remove(next);
    }
    expect(names).toEqual(['a1', 'b1', 'c', 'a2', 'b2', 'c', 'a3', 'b3', 'c']);
  });

  test('alternate between interactive and background entries', () => {
    const priority: Priority = 'interactive';
    const queue = filled(oneAtATime, ...['a1', 'a2', 'b1'].map((name) => entry(name)));
    for (const name of ['c1', 'c2', 'a3']) queue.add(entry(name, { priority }));
    expect(order(queue)).toEqual(['c1', 'a1', 'a3', 'b1', 'c2', 'a2']);
  });

  test('are kept by entries that are not accepted', () => {
    const queue = filled(oneAtATime, entry('a1', { group: 'slow' }), entry('a2', { group: 'quick' }), entry('b1'));
    const next = queue.take(({ group }) => group !== 'slow');
    expect(next?.name).toBe('a2');
    queue.remove(next as Named);
    expect(order(queue)).toEqual(['b1', 'a1']);
  });
});

describe('places', () => {
  const bounds: FairQueueBounds = {
    running: { total: 4, perTenant: 3 },
    reserved: { total: 1, perTenant: 1 },
    waiting: PLENTY,
  };

  test('are bounded in all and by tenant', () => {
    const queue = filled(bounds, ...['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => entry(name)));
    expect(named([queue.take(), queue.take(), queue.take(), queue.take()])).toEqual(['a1', 'b1', 'a2', undefined]);
    expect([queue.running, queue.waiting, queue.size]).toEqual([3, 2, 5]);
  });

  test('are reserved for what a person asked for, so that no backlog blocks it', () => {
    const queue = filled(bounds, ...['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => entry(name)));
    while (queue.take());
    queue.add(entry('a4', { priority: 'interactive' }));
    expect(queue.take()?.name).toBe('a4');
    queue.add(entry('b3', { priority: 'interactive' }));
    expect(queue.take(), 'all places are taken').toBeUndefined();
  });

  test('are spared for tenants that have none, however many of another wait', () => {
    const queue = filled({ ...bounds, running: { total: 5, perTenant: 4 }, spare: 2 });
    for (let n = 1; n <= 9; n++) queue.add(entry(`a${n}`));
    expect(named([queue.take(), queue.take(), queue.take()])).toEqual(['a1', 'a2', undefined]);
    for (const name of ['b1', 'b2', 'c1', 'd1']) queue.add(entry(name));
    const [first, second] = [queue.take(), queue.take()];
    expect(named([first, second, queue.take()])).toEqual(['b1', 'c1', undefined]);
    queue.add(entry('a0', { priority: 'interactive' }));
    expect(queue.take()?.name, 'a reserved place').toBe('a0');
    queue.remove(first as Named);
    expect(queue.take()?.name).toBe('d1');
    queue.remove(second as Named);
    expect(queue.take()?.name, 'b has no place now').toBe('b2');
  });

  test('are spared where all is asked for by persons, too', () => {
    const own = { ...bounds, running: { total: 5, perTenant: 4 }, reserved: { total: 0, perTenant: 0 }, spare: 2 };
    const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => entry(name, { priority: 'interactive' }));
    const queue = filled(own, ...asked);
    expect(named([queue.take(), queue.take(), queue.take(), queue.take()])).toEqual(['a1', 'a2', 'a3', undefined]);
    queue.add(entry('b1', { priority: 'interactive' }));
    expect(queue.take()?.name).toBe('b1');
  });

  test('are given back by a paused entry, which continues before others of its tenant start', () => {
    const queue = filled(oneAtATime, ...['a1', 'a2', 'b1'].map((name) => entry(name)));
    const first = queue.take() as Named;
    queue.pause(first);
    const second = queue.take() as Named;
    expect(second.name).toBe('b1');
    queue.resume(first);
    expect(queue.take()).toBeUndefined();
    queue.remove(second);
    expect(order(queue)).toEqual(['a1', 'a2']);
  });
});

describe('room to wait', () => {
  const full = (queue: FairQueue<Named>, each: Named) => {
    try {
      return named(queue.add(each));
    } catch (error) {
      return error instanceof QueueFull ? error.scope : error;
    }
  };

  test('is bounded by tenant, paused entries included', () => {
    const queue = filled({ ...oneAtATime, waiting: { total: 10, perTenant: 2 } }, entry('a1'));
    queue.pause(queue.take() as Named);
    expect([full(queue, entry('a2')), full(queue, entry('a3')), full(queue, entry('b1'))]).toEqual([[], 'tenant', []]);
  });

  test('is taken from the tenant with the most, by one that has less', () => {
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => entry(name));
    const queue = filled({ ...oneAtATime, waiting: { total: 5, perTenant: 5 } }, ...all);
    expect(full(queue, entry('a4'))).toBe('all');
    expect(full(queue, entry('c1'))).toEqual(['a3']);
    expect(full(queue, entry('b3'))).toBe('all');
    expect(order(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  });

  test('of a tenant is taken from its group with the most, by one that has less', () => {
    const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => entry(name, { group: 'crowd' }));
    const queue = filled({ ...oneAtATime, waiting: { total: 10, perTenant: 4 } }, ...crowd, entry('b1'));
    expect(full(queue, entry('a5', { group: 'crowd' }))).toBe('tenant');
    expect(full(queue, entry('a6', { group: 'few' }))).toEqual(['a4']);
    expect(full(queue, entry('a7', { group: 'few' }))).toEqual(['a3']);
    expect(full(queue, entry('a8', { group: 'few' }))).toBe('tenant');
    expect(full(queue, entry('a9', { group: 'one' }))).toEqual(['a2']);
    expect(order(queue)).toEqual(['a1', 'b1', 'a6', 'a9', 'a7']);
  });

  test('is bounded by bytes, where nothing waits not at all', () => {
    const bounds = { ...oneAtATime, waiting: PLENTY, waitingBytes: { total: 100, perTenant: 60 } };
    const queue = filled(bounds, entry('a1', { bytes: 500 }));
    queue.take();
    const sizes = { a2: 50, a3: 11, b1: 40, c1: 20 };
    const answers = Object.entries(sizes).map(([name, bytes]) => full(queue, entry(name, { bytes })));
    expect(answers).toEqual([[], 'tenant', [], ['a2']]);
    expect(queue.waiting).toBe(2);
  });

  test('that cannot be made leaves everything as it was', () => {
    const bounds = { ...oneAtATime, waiting: PLENTY, waitingBytes: { total: 100, perTenant: 100 } };
    const queue = filled(bounds, entry('a1', { bytes: 40 }), entry('a2', { bytes: 20 }), entry('b1', { bytes: 40 }));
    expect(full(queue, entry('c1', { bytes: 55 }))).toBe('all');
    expect(order(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  test('is free again once entries are removed or drained', () => {
    const queue = filled({ ...oneAtATime, waiting: { total: 2, perTenant: 2 } }, entry('a0'));
    const [running, waiting] = [queue.take() as Named, entry('a1')];
    queue.add(waiting);
    expect([queue.remove(waiting), queue.remove(waiting)]).toEqual([true, false]);
    queue.add(entry('a2'));
    queue.add(entry('a3'));
    expect(named(queue.drain())).toEqual(['a2', 'a3']);
    expect([queue.size, queue.remove(running), queue.size]).toEqual([1, true, 0]);
  });
});
