import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';
import { aFlood, nextTurn, read, turnsWith } from './loop-turns.fixture.js';

/** How many reads are done in each turn of the event loop. */
async function readsByTurn(turns: LoopTurns, readers: number, reads: number): Promise<readonly number[]> {
  const done: number[] = [0];
  let isOver = false;
  const nextTurn = () => {
    done.push(0);
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const reader = async () => {
    for (let n = 0; n < reads; n++) {
      await read(turns);
      done[done.length - 1] = (done.at(-1) ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  isOver = true;
  return done.filter((n) => n > 0);
}

test('a loop of many reads ends its turn of the event loop after 5 ms', async () => {
  const done = await readsByTurn(turnsWith(1), 1, 400);
  expect(done.length).toBeGreaterThan(8);
  expect(Math.max(...done)).toBeLessThanOrEqual(6);
});

test('many loops of reads share one turn', async () => {
  const done = await readsByTurn(turnsWith(1), 20, 20);
  expect(Math.max(...done)).toBeLessThanOrEqual(6);
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(400);
});

test('short work never waits', async () => {
  expect(await readsByTurn(turnsWith(0), 5, 100)).toEqual([500]);
});

test('a read of a tenant that reads little begins in the next turn, whatever waits of others', async () => {
  const turns = turnsWith(1);
  const ended: string[] = [];
  const reading = (tenantId: string) => read(turns, tenantId).then(() => ended.push(tenantId));
  const many = Array.from({ length: 2_000 }, () => reading('many'));
  await nextTurn();
  const one = reading('one');
  await nextTurn();
  await one;
  expect(ended.length).toBeLessThan(150);
  await Promise.all(many);
  expect(ended).toHaveLength(2_001);
});

test('a read that waits begins before one that comes later', async () => {
  const turns = turnsWith(1);
  const ended: number[] = [];
  let begun = 0;
  const reading = () => {
    const n = begun++;
    return read(turns).then(() => ended.push(n));
  };
  const reads: Promise<unknown>[] = [];
  for (let turn = 0; turn < 20; turn++) {
    for (let n = 0; n < 60; n++) reads.push(reading());
    await nextTurn();
  }
  await Promise.all(reads);
  expect(ended).toEqual(ended.toSorted((a, b) => a - b));
});

test('handlers of many events each have a turn of their own', async () => {
  const turns = turnsWith(11);
  let turn = 0;
  const begun: number[] = [];
  const handlers = Array.from({ length: 4 }, async () => {
    await turns.waitToHandle();
    begun.push(turn);
  });
  for (; begun.length < 4; turn++) await nextTurn();
  await Promise.all(handlers);
  expect(new Set(begun).size).toBe(4);
});

/** A turn that has lasted long, in which reads of two tenants wait. */
async function busyTurns(ms = 1) {
  const turns = turnsWith(ms);
  const begun: string[] = [];
  const waiting = ['many', 'others'].flatMap((tenantId) =>
    Array.from({ length: 40 }, () => read(turns, tenantId).then(() => begun.push(tenantId))),
  );
  await nextTurn();
  return { turns, begun, ended: () => Promise.all(waiting) };
}

test('the first reads of a tenant in a turn begin before those that wait', async () => {
  const { turns, ended } = await busyTurns();
  expect(turns.wait('quiet')).toBeUndefined();
  expect(turns.wait('many')).toBeInstanceOf(Promise);
  await ended();
});

/** Turns of the event loop until the reads have begun that the tenant asks for at once while others read without end. */
async function turnsBesideFlood(tenants: number, tenantId: string, reads: number): Promise<number> {
  const turns = turnsWith(0.2);
  const flood = await aFlood(turns, { readers: 20 * tenants, tenants });
  let begun = 0;
  const asked = Array.from({ length: reads }, () => read(turns, tenantId).then(() => begun++));
  let passed = 0;
  for (; begun < reads; passed++) await nextTurn();
  await flood.end();
  await Promise.all(asked);
  return passed;
}

test('reads of a light tenant that wait begin before those of heavy tenants, some in each turn', async () => {
  expect(await turnsBesideFlood(12, 'light', 12)).toBeLessThanOrEqual(4);
});

test('a turn in which many tenants read is short', async () => {
  const flood = await aFlood(turnsWith(0.3), { readers: 200, tenants: 10 });
  const byTurn: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    flood.begun = 0;
    await nextTurn();
    byTurn.push(flood.begun);
  }
  await flood.end();
  expect(Math.max(...byTurn)).toBeLessThanOrEqual(8);
  expect(Math.min(...byTurn)).toBeGreaterThan(0);
});

test('a light tenant begins more reads in a turn than a heavy one', async () => {
  const turns = turnsWith(0.2);
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  const waits = Array.from({ length: 6 }, () => turns.wait('light'));
  await flood.end();
  expect(waits).toEqual(Array.from({ length: 6 }));
});

/** Turns of the event loop in which no read of a flood began, among 60; a quiet tenant reads in every eighth. */
async function restsOfFlood({ isQuietThere }: { readonly isQuietThere: boolean }): Promise<number> {
  const turns = turnsWith(0.2, (_ms, work) => void setImmediate(() => setImmediate(work)));
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  let rests = 0;
  for (let turn = 0; turn < 60; turn++) {
    flood.begun = 0;
    if (isQuietThere && turn % 8 === 0) expect(turns.wait('quiet')).toBeUndefined();
    await nextTurn();
    if (flood.begun === 0) rests++;
  }
  await flood.end();
  return rests;
}

test('while a quiet tenant is there, reads that wait rest between turns', async () => {
  expect(await restsOfFlood({ isQuietThere: true })).toBeGreaterThan(20);
});

test('without a quiet tenant nothing rests', async () => {
  expect(await restsOfFlood({ isQuietThere: false })).toBe(0);
});

test('reads of a heavy tenant begin too, beside many others', async () => {
  expect(await turnsBesideFlood(40, 'flood 7', 4)).toBeLessThanOrEqual(120);
});

test('a request of a tenant that reads much waits where another tenant does, and not where it is alone', async () => {
  const { turns, begun, ended } = await busyTurns();
  expect(turns.waitToServe('quiet')).toBeUndefined();
  const request = turns.waitToServe('many')?.then(() => begun.length);
  expect(await request).toBeGreaterThan(0);
  await ended();
  const alone = turnsWith(1);
  expect(Array.from({ length: 30 }, () => alone.waitToServe('many'))).toEqual(Array.from({ length: 30 }));
});

test('reads for a page of events wait for no tenant, and once it is handled they do', async () => {
  const { turns, ended } = await busyTurns(0.3);
  const isHandled = Promise.withResolvers<void>();
  let left: Promise<boolean> | undefined;
  await turns.handle(() => {
    expect(turns.wait('many')).toBeUndefined();
    left = isHandled.promise.then(() => turns.wait('many') === undefined);
  });
  isHandled.resolve();
  expect(await left).toBe(false);
  await ended();
});

test('reads for a page of events use up nothing of the share of their tenant', async () => {
  const { turns, ended } = await busyTurns();
  await turns.handle(() => {
    for (let n = 0; n < 40; n++) turns.read(() => {}, 'quiet');
  });
  expect(turns.wait('quiet')).toBeUndefined();
  for (let n = 0; n < 40; n++) turns.read(() => {}, 'quiet');
  expect(turns.wait('quiet')).toBeInstanceOf(Promise);
  await ended();
});

test('many reads at once for a page of events are spread over several turns', async () => {
  const turns = turnsWith(3);
  let begun = 0;
  const handled = turns.handle(async () => {
    await Promise.all(Array.from({ length: 200 }, () => read(turns).then(() => begun++)));
  });
  const byTurn: number[] = [];
  for (let before = 0; begun < 200; before = begun) {
    await nextTurn();
    byTurn.push(begun - before);
  }
  await handled;
  expect(byTurn.length).toBeGreaterThan(8);
  expect(Math.max(...byTurn)).toBeLessThanOrEqual(20);
});

/** Whether each of so many reads for a page of events waits in a turn that has lasted so long. */
async function lateWaits(lastedMs: number, count: number): Promise<readonly boolean[]> {
  const clock = { ms: 0, monotonic: () => clock.ms };
  const turns = new LoopTurns(clock, new AsyncLocalStorage());
  expect(turns.wait('first')).toBeUndefined();
  clock.ms = lastedMs;
  let reads: readonly (Promise<void> | undefined)[] = [];
  await turns.handle(() => {
    reads = Array.from({ length: count }, () => turns.wait());
  });
  await Promise.all(reads);
  return reads.map((read) => read !== undefined);
}

test('a few reads for a page of events begin late in a turn too', async () => {
  expect(await lateWaits(12, 10)).toEqual([...Array(8).fill(false), true, true]);
});

test('a turn of over 40 ms begins no read for a page of events', async () => {
  expect(await lateWaits(41, 2)).toEqual([true, true]);
});
