import { describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational-store.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { systemIds } from '../../src/adapters/system/ids.js';
import { CommandRunner } from '../../src/engine/commands/command-runner.js';
import { ProcessRunner } from '../../src/engine/effects/process-runner.js';
import type { Event } from '../../src/kernel/event.js';
import { plus } from '../../src/kernel/instant.js';
import { type Process, reaction } from '../../src/kernel/process.js';
import { parseStreamName, streamName } from '../../src/kernel/stream.js';
import { directGateway } from '../support/direct-gateway.js';
import { TENANT } from '../support/given.js';
import { Count, type Counted, counterDecider, meta, openLog } from './counter.js';

/** Whatever is counted in `a` is counted in `b` as well; `later` with a due time. */
const echo = (later?: number): Process<Counted> => ({
  name: 'echo',
  events: ['Counted'],
  react: ({ meta: { stream, at } }) =>
    parseStreamName(stream).id === 'a'
      ? [reaction(Count, 'b', {}, later === undefined ? undefined : plus(at, later))]
      : [],
});

const setting = (process: Process<Counted>) => {
  const { log } = openLog();
  const operations = new SqliteOperationalStore(':memory:');
  const runner = new CommandRunner(log, systemIds, systemClock);
  const failed = vi.fn();
  const start = () => {
    const made = new ProcessRunner(
      log,
      directGateway(runner, [{ decider: counterDecider, commands: [Count] }]),
      operations,
      systemClock,
      systemIds,
      [process as Process<Event>],
      failed,
    );
    made.start();
    return made;
  };
  const count = (at = systemClock.now()) => runner.run(counterDecider, new Count('a', {}, meta({ at })));
  const echoed = async () => (await log.read(streamName('counter', TENANT, 'b'), { limit: 100 })).length;
  return { start, count, echoed, log, failed, runner };
};

describe('a process manager', () => {
  test('reacts to each event once, also to those from before it ran', async () => {
    const { start, count, echoed } = setting(echo());
    await count();
    const process = start();
    await count();
    await expect.poll(echoed).toBe(2);
    process.close();
  });
  test('reacts once however often it is started', async () => {
    const { start, count, echoed } = setting(echo());
    await count();
    for (let i = 0; i < 3; i++) {
      const process = start();
      await expect.poll(echoed).toBe(1);
      process.close();
    }
    await count();
    start();
    await expect.poll(echoed).toBe(2);
  });
  test('that many events ask nothing of reads few of them again after a start', async () => {
    const { start, log, runner } = setting(echo());
    const events = 1_200;
    await Promise.all(
      Array.from({ length: events }, (_, i) => runner.run(counterDecider, new Count(`other-${i}`, {}, meta()))),
    );
    const tails = vi.spyOn(log, 'tail');
    const startsFrom = async () => {
      tails.mockClear();
      const process = start();
      await vi.waitUntil(() => tails.mock.calls.length > 0);
      process.close();
      return tails.mock.calls[0]?.[0] ?? 0;
    };
    start();
    await expect.poll(startsFrom).toBeGreaterThanOrEqual(events - 1_000);
  });
  test('names the event that caused the command', async () => {
    const { start, count, echoed, log } = setting(echo());
    const { events } = await count();
    start();
    await expect.poll(echoed).toBe(1);
    const [caused] = await log.read(streamName('counter', TENANT, 'b'), { limit: 1 });
    expect(caused?.meta).toMatchObject({ causationId: events[0]?.meta.id, actor: 'system', correlationId: 'request' });
  });
  test('waits for the due time, also over a restart', async () => {
    const { start, count, echoed } = setting(echo(600));
    const process = start();
    const { events } = await count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.close();
    expect(await echoed()).toBe(0);
    start();
    await expect.poll(echoed, { timeout: 3_000 }).toBe(1);
    expect(Date.parse(systemClock.now()) - Date.parse(events[0]?.meta.at ?? '')).toBeGreaterThanOrEqual(600);
  });
});
