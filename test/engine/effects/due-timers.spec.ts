import { afterEach, describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { DueTimers } from '../../../src/engine/effects/due-timers.js';
import { instant, plus } from '../../../src/kernel/instant.js';
import { TENANT } from '../../support/given/given.js';

const OTHER = '01900000-0000-7000-8000-0000000000ff';
const LONG_AGO = instant('2026-01-01');

const running: DueTimers<string>[] = [];
afterEach(() => {
  for (const timers of running.splice(0)) timers.close();
});

function setting(fire: (name: string) => Promise<void>) {
  const operations = new SqliteOperationalStore(':memory:');
  const failed = vi.fn();
  const start = () => {
    const timers = new DueTimers<string>(operations, systemClock, fire, failed);
    running.push(timers);
    timers.start();
    return timers;
  };
  const put = (name: string, tenantId = TENANT, due = LONG_AGO) =>
    operations.put({ tenantId, kind: 'timer', id: name }, name, { due });
  const left = async () => (await operations.list<string>(TENANT, 'timer', '', 10_000)).map(({ value }) => value);
  return { operations, failed, start, put, left };
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `a${String(n).padStart(5, '0')}`);
const never = () => new Promise<void>(() => {});

describe('due timers', () => {
  test('of one tenant that do not end hold up nobody else', async () => {
    const fired: string[] = [];
    const { put, start } = setting((name) => {
      fired.push(name);
      return name === 'b' ? Promise.resolve() : never();
    });
    await Promise.all(names(1_000).map((name) => put(name)));
    await put('b', OTHER, plus(LONG_AGO, 1));
    start();
    await expect.poll(() => fired).toContain('b');
    expect(fired.filter((name) => name !== 'b')).toHaveLength(4);
  });

  test('of one tenant, due at one moment, are not read past for those of another', async () => {
    const fired: string[] = [];
    const { operations, put, start } = setting(async (name) => {
      fired.push(name);
      if (name !== 'b') await never();
    });
    await Promise.all(names(5_000).map((name) => put(name)));
    await put('b', OTHER, plus(LONG_AGO, 1));
    const due = vi.spyOn(operations, 'due');
    start();
    await expect.poll(() => fired).toContain('b');
    expect(due.mock.calls.length).toBeLessThanOrEqual(10);
  });

  test('are all fired and removed, more than one scan holds', async () => {
    const fired = new Set<string>();
    const { put, left, start } = setting(async (name) => void fired.add(name));
    await Promise.all(names(2_500).map((name, n) => put(name, TENANT, plus(LONG_AGO, n))));
    start();
    await expect.poll(left).toEqual([]);
    expect(fired.size).toBe(2_500);
  });

  test('that fail are tried again and hold up no other', async () => {
    let failures = 0;
    const { put, left, failed, start } = setting(async (name) => {
      if (name === 'bad' && failures++ < 2) throw new Error('not yet');
    });
    await put('bad');
    await put('good', TENANT, plus(LONG_AGO, 1));
    start();
    await expect.poll(left).toEqual(['bad']);
    await expect.poll(left).toEqual([]);
    expect(failed).toHaveBeenCalledTimes(2);
  });

  test('fire no more after the end', async () => {
    const fired: string[] = [];
    const { put, left, start } = setting(async (name) => void fired.push(name));
    await put('a');
    start().close();
    const next = setting(async (name) => void fired.push(name));
    await next.put('b');
    next.start();
    await expect.poll(next.left).toEqual([]);
    expect([fired, await left()]).toEqual([['b'], ['a']]);
  });
});
