import { beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { type FoldedStream, type StreamFold, stateAsOf, stateBefore } from '../../../src/engine/log/as-of.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { streamName } from '../../../src/kernel/stream.js';
import { TENANT } from '../../support/given/given.js';
import { turnsDuring } from '../../support/given/turns-during.js';
import { shortTurns } from '../../support/short-turns.js';
import { Count, type Counted, counterDecider, meta, openLog } from '../commands/counter.js';

const STREAM = streamName('counter', TENANT, 'a');
const fold: StreamFold<readonly number[]> = {
  initial: [],
  evolve: (counts, { data }: Recorded<Counted>) => [...counts, data.to],
};

/** Events of stream `a` stand at the even positions, those of stream `b` at the odd ones. */
async function alternating(events: number): Promise<EventLog> {
  const { log } = openLog();
  const runner = new CommandRunner(log, systemIds, systemClock);
  for (let n = 1; n <= events; n++) {
    for (const id of ['b', 'a']) await runner.run(counterDecider, new Count(id, {}, meta()));
  }
  return log;
}

describe('the state of a stream as of a position', () => {
  let log: EventLog;
  beforeEach(async () => {
    log = await alternating(3);
  });

  test.each([
    [0, { state: [], version: 0, position: 0 }],
    [1, { state: [], version: 0, position: 0 }],
    [2, { state: [1], version: 1, position: 2 }],
    [3, { state: [1], version: 1, position: 2 }],
    [4, { state: [1, 2], version: 2, position: 4 }],
    [5, { state: [1, 2], version: 2, position: 4 }],
    [6, { state: [1, 2, 3], version: 3, position: 6 }],
    [7, { state: [1, 2, 3], version: 3, position: 6 }],
  ])('%i includes the event at the position and none after it', async (position, folded) => {
    expect(await stateAsOf(log, STREAM, fold, { position })).toMatchObject(folded);
  });

  test.each([
    [0, []],
    [2, []],
    [3, [1]],
    [4, [1]],
    [5, [1, 2]],
    [6, [1, 2]],
    [7, [1, 2, 3]],
  ])('asked before position %i leaves out the event at the position', async (position, state) => {
    expect((await stateBefore(log, STREAM, fold, position)).state).toEqual(state);
  });

  test('is the state at the end when no position is given', async () => {
    expect(await stateAsOf(log, STREAM, fold)).toMatchObject({ state: [1, 2, 3], version: 3, position: 6 });
  });

  test('of a stream without events is the initial state', async () => {
    const empty = { state: [], version: 0, position: 0 };
    expect(await stateAsOf(log, 'counter-x_y', fold, { position: 6 })).toEqual(empty);
    expect(await stateBefore(log, 'counter-x_y', fold, 6)).toEqual(empty);
    expect(await stateAsOf(log, 'counter-x_y', fold)).toEqual(empty);
  });

  test('ends at a version, and does not read beyond it', async () => {
    const reads = vi.spyOn(log, 'readablePage');
    expect(await stateAsOf(log, STREAM, fold, { version: 2 })).toMatchObject({
      state: [1, 2],
      version: 2,
      position: 4,
    });
    expect(reads.mock.calls).toEqual([[STREAM, { from: 1, limit: 2 }]]);
  });

  describe('continues from a known state', () => {
    /** Not what a fold gives, so that the result shows where it began. */
    const known: FoldedStream<readonly number[]> = { state: [100], version: 2, position: 4 };

    test.each([
      [7, [100, 3]],
      [6, [100, 3]],
      [5, [100]],
      [4, [100]],
      [3, [1]],
      [2, [1]],
    ])('as of position %i, unless it lies beyond', async (position, state) => {
      expect((await stateAsOf(log, STREAM, fold, { position, known })).state).toEqual(state);
    });

    test.each([
      [6, [100]],
      [5, [100]],
      [4, [1]],
    ])('before position %i, unless it lies beyond', async (position, state) => {
      expect((await stateBefore(log, STREAM, fold, position, known)).state).toEqual(state);
    });

    test.each([
      [3, [100, 3]],
      [2, [100]],
      [1, [1]],
    ])('up to version %i, unless it lies beyond', async (version, state) => {
      expect((await stateAsOf(log, STREAM, fold, { version, known })).state).toEqual(state);
    });

    test('and reads only what follows it', async () => {
      const reads = vi.spyOn(log, 'readablePage');
      await stateAsOf(log, STREAM, fold, { position: 4, known });
      expect(reads).not.toHaveBeenCalled();
      await stateAsOf(log, STREAM, fold, { position: 6, known });
      expect(reads.mock.calls.map(([, { from }]) => from)).toEqual([3]);
    });
  });
});

describe('a stream of several pages', () => {
  let log: EventLog;
  beforeEach(async () => {
    ({ log } = openLog(':memory:', shortTurns()));
    const runner = new CommandRunner(log, systemIds, systemClock);
    await runner.run(counterDecider, new Count('a', { events: 1_200 }, meta()));
  });

  test.each([1, 499, 500, 501, 999, 1_000, 1_001, 1_200])('is folded up to position %i', async (position) => {
    const { state, version } = await stateAsOf(log, STREAM, fold, { position });
    expect([state.length, state.at(-1), version]).toEqual([position, position, position]);
  });

  test.each([
    [499, 1],
    [500, 1],
    [501, 2],
    [1_000, 2],
    [1_001, 3],
    [1_200, 3],
    [undefined, 3],
  ])('is read up to position %i in %i pages, none beyond', async (position, pages) => {
    const reads = vi.spyOn(log, 'readablePage');
    await stateAsOf(log, STREAM, fold, position === undefined ? {} : { position });
    expect(reads).toHaveBeenCalledTimes(pages);
  });

  test('lets other work run between two pages', async () => {
    const turns = await turnsDuring(() => stateAsOf(log, STREAM, fold));
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});
