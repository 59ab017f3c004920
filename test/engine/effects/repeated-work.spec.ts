import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { RepeatedWork } from '../../../src/engine/effects/repeated-work.js';
import { until } from '../../support/until.js';

const open: RepeatedWork[] = [];
afterEach(() => {
  for (const work of open.splice(0)) work.close();
});

function repeated(run: ConstructorParameters<typeof RepeatedWork>[1], pauseMs = 1) {
  const failed = vi.fn();
  const work = new RepeatedWork(pauseMs, run, failed);
  open.push(work);
  return { work, failed };
}

test('runs again and again, also after a failure, which is reported', async () => {
  let runs = 0;
  const { work, failed } = repeated(async () => {
    if (++runs === 2) throw new Error('on purpose');
  });
  work.start();
  await until(() => runs > 3);
  expect(failed.mock.calls).toEqual([[new Error('on purpose')]]);
});

test('pauses as long as a run says', async () => {
  let runs = 0;
  const { work } = repeated(async () => (++runs < 3 ? 0 : 1_000_000), 1_000_000);
  work.start(0);
  await until(() => runs === 3);
  await sleep(20);
  expect(runs).toBe(3);
});

test('once closed starts nothing more, and a run under way is not current', async () => {
  const gate = Promise.withResolvers<void>();
  const current: boolean[] = [];
  const { work, failed } = repeated(async (isCurrent) => {
    current.push(isCurrent());
    await gate.promise;
    current.push(isCurrent());
    throw new Error('after the end');
  });
  work.start();
  await until(() => current.length === 1);
  work.close();
  gate.resolve();
  await sleep(20);
  expect(current).toEqual([true, false]);
  expect([work.isOpen, failed.mock.calls]).toEqual([false, []]);
});

test('started anew while a run is under way goes on once, not twice', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const { work } = repeated(async () => {
    await gates[runs++]?.promise;
    return 1_000_000;
  });
  work.start();
  await until(() => runs === 1);
  work.start();
  await until(() => runs === 2);
  for (const gate of gates) gate.resolve();
  await sleep(20);
  work.start(0);
  await until(() => runs === 3);
  await sleep(20);
  expect(runs).toBe(3);
});
