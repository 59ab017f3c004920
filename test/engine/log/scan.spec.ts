import { beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import { type ScanRange, scanTenant } from '../../../src/engine/log/scan.js';
import { instant, MINUTE, plus } from '../../../src/kernel/instant.js';
import { TENANT } from '../../support/given/given.js';
import { turnsDuring } from '../../support/given/turns-during.js';
import { shortTurns } from '../../support/short-turns.js';
import { Count, counterDecider, meta, openLog } from '../commands/counter.js';

const OTHER = '33333333-3333-7333-8333-333333333333';
const start = instant('2030-01-01');
const minute = (n: number) => plus(start, n * MINUTE);

let log: EventLog;
/** Ten events, one a minute; those at even positions are the tenant's. */
beforeEach(async () => {
  ({ log } = openLog(':memory:', shortTurns()));
  const runner = new CommandRunner(log, systemIds, systemClock);
  for (let n = 1; n <= 10; n++) {
    const tenantId = n % 2 === 0 ? TENANT : OTHER;
    await runner.run(counterDecider, new Count('a', {}, meta({ tenantId, at: minute(n) })));
  }
});

async function pagesOf(range: ScanRange) {
  const pages: { positions: readonly number[]; read: number; through: number }[] = [];
  for await (const { events, read, through } of scanTenant(log, TENANT, range)) {
    pages.push({ positions: events.map(({ meta }) => meta.position), read, through });
  }
  return pages;
}

const positionsOf = async (range: ScanRange) => (await pagesOf(range)).flatMap(({ positions }) => positions);

describe('a scan', () => {
  test.each([
    [0, 10, [2, 4, 6, 8, 10]],
    [0, 100, [2, 4, 6, 8, 10]],
    [2, 8, [4, 6, 8]],
    [1, 7, [2, 4, 6]],
    [3, 4, [4]],
    [4, 5, []],
    [4, 4, []],
    [7, 3, []],
  ])("gives the tenant's events after %i up to %i, in any page size", async (after, until, positions) => {
    for (const pageSize of [1, 2, 3, 100]) {
      expect(await positionsOf({ after, until, pageSize })).toEqual(positions);
    }
  });

  test('says of each page how many events were read and how far the log is covered', async () => {
    expect(await pagesOf({ after: 1, until: 6, pageSize: 3 })).toEqual([
      { positions: [2, 4], read: 3, through: 4 },
      { positions: [6], read: 3, through: 6 },
    ]);
    expect(await pagesOf({ after: 0, until: 4, pageSize: 1 })).toMatchObject(
      [1, 2, 3, 4].map((through) => ({ through, read: 1 })),
    );
  });

  test('reads no page beyond its end', async () => {
    const reads = vi.spyOn(log, 'readAll');
    await pagesOf({ after: 0, until: 6, pageSize: 3 });
    expect(reads.mock.calls).toEqual([
      [0, 3],
      [3, 3],
    ]);
  });

  test.each([
    [0, [], 0],
    [4, [2, 4], 4],
    [5, [2, 4], 5],
    [10, [2, 4, 6, 8, 10], 10],
  ])('ends before the first event later than minute %i', async (n, positions, through) => {
    const pages = await pagesOf({ after: 0, until: 100, untilTime: minute(n), pageSize: 3 });
    expect(pages.flatMap((page) => page.positions)).toEqual(positions);
    expect(pages.at(-1)?.through).toBe(through);
  });

  test.each([1, 3, 4, 9])("reads at most %i events, other tenants' included", async (maxRead) => {
    const reads = vi.spyOn(log, 'readAll');
    const pages = await pagesOf({ after: 0, until: 10, pageSize: 3, maxRead });
    expect(reads).toHaveBeenCalledTimes(pages.length);
    expect(pages.reduce((sum, { read }) => sum + read, 0)).toBe(maxRead);
    expect(pages.at(-1)?.through).toBe(maxRead);
  });

  test('ends before the page that follows an abort', async () => {
    const stop = new AbortController();
    const positions: number[] = [];
    for await (const { events } of scanTenant(log, TENANT, { after: 0, until: 10, pageSize: 4, signal: stop.signal })) {
      positions.push(...events.map(({ meta }) => meta.position));
      stop.abort();
    }
    expect(positions).toEqual([2, 4]);
    expect(await pagesOf({ after: 0, until: 10, signal: stop.signal })).toEqual([]);
  });

  test('lets other work run between two pages', async () => {
    const turns = await turnsDuring(() => pagesOf({ after: 0, until: 10, pageSize: 1 }));
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
