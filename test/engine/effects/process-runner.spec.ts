import { describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { ProcessRunner } from '../../../src/engine/effects/process-runner.js';
import type { CommandMeta } from '../../../src/kernel/command.js';
import type { Event } from '../../../src/kernel/event.js';
import { plus } from '../../../src/kernel/instant.js';
import { type Process, reaction } from '../../../src/kernel/process.js';
import { parseStreamName, streamName } from '../../../src/kernel/stream.js';
import { directGateway } from '../../support/given/direct-gateway.js';
import { TENANT } from '../../support/given/given.js';
import { Count, type Counted, counterDecider, meta, openLog } from '../commands/counter.js';

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
      { processes: [process as Process<Event>], commands: [Count] },
      failed,
    );
    made.start();
    return made;
  };
  const count = (more: Partial<CommandMeta> = {}) =>
    runner.run(counterDecider, new Count('a', {}, meta({ at: systemClock.now(), ...more })));
  const echoed = async () => (await log.read(streamName('counter', TENANT, 'b'), { limit: 100 })).length;
  return { start, count, echoed, log, failed, runner, operations };
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
      await expect.poll(() => tails.mock.calls.length).toBeGreaterThan(0);
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
  test.each([
    ['an event from outside', {}, { depth: 1 }],
    ['an effect of a workflow', { depth: 3, rootId: 'first' }, { depth: 4, rootId: 'first' }],
  ])('lies one step further from the root cause than %s', async (_, chain, expected) => {
    const { start, count, echoed, log } = setting(echo(1));
    const { events } = await count(chain);
    start();
    await expect.poll(echoed).toBe(1);
    const [caused] = await log.read(streamName('counter', TENANT, 'b'), { limit: 1 });
    expect(caused?.meta).toMatchObject({ rootId: events[0]?.meta.id, ...expected });
  });
  test('that an earlier version planned has the event that caused it as its root cause', async () => {
    const { start, echoed, log, operations } = setting(echo());
    const at = systemClock.now();
    const ids = { tenantId: TENANT, commandId: systemIds.next(), causationId: 'cause', correlationId: 'request' };
    const timer = { command: { type: 'Count', target: 'b', data: {} }, due: at, since: at, ...ids };
    await operations.put({ tenantId: TENANT, kind: 'timer', id: ids.commandId }, timer, { due: at });
    start();
    await expect.poll(echoed).toBe(1);
    const [caused] = await log.read(streamName('counter', TENANT, 'b'), { limit: 1 });
    expect(caused?.meta).toMatchObject({ rootId: 'cause', depth: 1 });
  });
  test('waits for the due time, also over a restart', async () => {
    const { start, count, echoed } = setting(echo(600));
    const process = start();
    const { events } = await count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.close();
    expect(await echoed()).toBe(0);
    start();
    await expect.poll(echoed).toBe(1);
    expect(Date.parse(systemClock.now()) - Date.parse(events[0]?.meta.at ?? '')).toBeGreaterThanOrEqual(600);
  });
});
