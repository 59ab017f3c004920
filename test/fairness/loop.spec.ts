import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Loop } from '../../src/fairness/loop.js';

const TURN_MS = 5;

interface Begun {
  readonly tenantId: string;
  readonly ms: number;
  /** The turn of the event loop in which it began. */
  readonly turn: number;
  readonly hasWaited: boolean;
}

/** A loop whose time passes with the work alone, and what began on it. */
function aLoop() {
  let now = 0;
  let turn = 0;
  const loop = new Loop({ monotonic: () => now });
  const begun: Begun[] = [];
  const count = () => {
    turn++;
    if (isOpen) setImmediate(count);
  };
  let isOpen = true;
  setImmediate(count);
  const close = () => {
    isOpen = false;
  };
  const work = (tenantId: string, ms: number, hasWaited: boolean) => {
    begun.push({ tenantId, ms, turn, hasWaited });
    now += ms;
  };
  /** Work of a tenant that takes `ms`. */
  const enter = async (tenantId: string, ms: number) => {
    const wait = loop.pause(tenantId);
    if (wait) await wait;
    work(tenantId, ms, wait !== undefined);
  };
  /** Work that pauses before each of its steps. */
  const steps = async (tenantId: string, all: readonly number[]) => {
    for (const ms of all) {
      const pause = loop.pause(tenantId);
      if (pause) await pause;
      work(tenantId, ms, pause !== undefined);
    }
  };
  return { loop, begun, enter, steps, close };
}

const turnsOf = (begun: readonly Begun[]) => [...Map.groupBy(begun, ({ turn }) => turn).values()];
const sum = (works: readonly Begun[]) => works.reduce((total, { ms }) => total + ms, 0);

const tenantIds = fc.constantFrom('anchor', 'buoy', 'capstan', 'dock');
const works = fc.array(fc.tuple(tenantIds, fc.double({ min: 0.1, max: 8, noNaN: true })), {
  minLength: 1,
  maxLength: 60,
});

describe('whatever tenants ask for', () => {
  test('a turn that has lasted 5 ms begins nothing more', () =>
    fc.assert(
      fc.asyncProperty(
        works,
        fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { maxLength: 30 }),
        async (all, long) => {
          const { begun, enter, steps, close } = aLoop();
          await Promise.all([...all.map(([tenantId, ms]) => enter(tenantId, ms)), steps('walk', long)]);
          close();
          expect(begun).toHaveLength(all.length + long.length);
          for (const turn of turnsOf(begun)) expect(sum(turn.slice(0, -1))).toBeLessThan(TURN_MS);
        },
      ),
      { numRuns: 100 },
    ));

  test('no tenant begins twice while another waits', () =>
    fc.assert(
      fc.asyncProperty(works, async (all) => {
        const { begun, enter, close } = aLoop();
        await Promise.all(all.map(([tenantId, ms]) => enter(tenantId, ms)));
        close();
        const waited = begun.filter(({ hasWaited }) => hasWaited).map(({ tenantId }) => tenantId);
        for (const tenantId of new Set(waited)) {
          const last = waited.lastIndexOf(tenantId);
          const others: string[] = [];
          for (const each of waited.slice(0, last)) {
            if (each === tenantId) others.length = 0;
            else {
              expect(others).not.toContain(each);
              others.push(each);
            }
          }
        }
      }),
      { numRuns: 200 },
    ));
});

test('nobody starves: work of a tenant begins behind one of each other, however much these ask for', async () => {
  const { begun, enter, close } = aLoop();
  let isOver = false;
  const flood = async (tenantId: string) => {
    while (!isOver) await enter(tenantId, 2);
  };
  const floods = Array.from({ length: 64 }, (_, n) => flood(`flood ${n % 10}`));
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  const before = begun.length;
  await enter('quiet', 1);
  isOver = true;
  expect(begun.length - before).toBeLessThanOrEqual(11);
  await Promise.all(floods);
  close();
});

test('work that nothing waits for begins at once', async () => {
  const loop = new Loop({ monotonic: () => 0 });
  expect(loop.pause('anchor')).toBeUndefined();
});

test('work waits once the turn is over, and before that where another tenant waits', async () => {
  const time = { now: 0 };
  const loop = new Loop({ monotonic: () => time.now });
  loop.pause('anchor');
  time.now = TURN_MS;
  const waiting = loop.pause('anchor');
  expect([waiting, loop.waiting]).toEqual([expect.any(Promise), 1]);
  time.now = TURN_MS - 1;
  expect(loop.pause('anchor')).toBeUndefined();
  expect(loop.pause('buoy')).toBeDefined();
  await loop.handle(() => expect(loop.pause('buoy')).toBeUndefined());
  await waiting;
});

describe('a page of events that is handled', () => {
  test('has every second turn, however many tenants wait', async () => {
    const { loop, enter, steps, begun, close } = aLoop();
    const floods = Array.from({ length: 20 }, (_, n) => enter(`flood ${n}`, TURN_MS));
    await loop.handle(() => steps('handler', [TURN_MS, TURN_MS, TURN_MS]));
    const tenants = begun.filter(({ tenantId }) => tenantId !== 'handler');
    expect(tenants.length).toBeLessThanOrEqual(4);
    await Promise.all(floods);
    close();
  });

  test('leaves work behind that waits as any other', async () => {
    const { loop, enter, steps, begun, close } = aLoop();
    const floods = Array.from({ length: 20 }, (_, n) => enter(`flood ${n}`, TURN_MS));
    let left: Promise<void> | undefined;
    await loop.handle(() => {
      left = nextTurn().then(() => steps('left', [TURN_MS]));
    });
    await Promise.all([left, ...floods]);
    expect(begun.at(-1)?.tenantId).toBe('left');
    close();
  });
});
