import { describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { streamName } from '../../../src/kernel/stream.js';
import {
  AppendTooLarge,
  BrokenCondition,
  type EventStore,
  type NewStored,
  StoreUnavailable,
} from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { Count, type Counted, counterDecider, meta, openLog, vocabulary } from './counter.js';

const stream = streamName('counter', TENANT, 'a');
/** Takes so many events at once, as a server takes so many bytes. */
class NarrowStore extends SqliteEventStore {
  readonly sizes: number[] = [];

  constructor(private readonly most: number) {
    super(':memory:');
  }

  override append(stream: string, expected: number, events: readonly NewStored[]) {
    if (events.length > this.most) return Promise.reject(new AppendTooLarge(stream, events.length));
    this.sizes.push(events.length);
    return super.append(stream, expected, events);
  }
}

const count = (data: Count['data'] = {}, more = {}) => new Count('a', data, meta(more));

describe('the command runner', () => {
  test('what arrives together for one stream goes as few appends, each decided on the one before', async () => {
    const { store, log } = openLog();
    const runner = new CommandRunner(log, systemIds, systemClock);
    const before = store.commits;
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => runner.run(counterDecider, count())));
    expect(outcomes.map(({ events }) => (events[0] as Recorded<Counted>).data.to)).toEqual(
      Array.from({ length: 500 }, (_, i) => i + 1),
    );
    expect(store.commits - before).toBeLessThanOrEqual(5);
  });
  test('a refusal is its own alone', async () => {
    const runner = new CommandRunner(openLog().log, systemIds, systemClock);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => runner.run(counterDecider, count({ limit: 3 }))),
    );
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((all[4] as PromiseRejectedResult).reason).toBeInstanceOf(Rejection);
  });
  test('someone quicker makes it decide again', async () => {
    const { log } = openLog();
    const shared = new Proxy(log, {
      get: (target, name) => (name === 'exclusive' ? false : Reflect.get(target, name)),
    });
    const [one, two] = [
      new CommandRunner(shared, systemIds, systemClock),
      new CommandRunner(shared, systemIds, systemClock),
    ];
    for (let i = 0; i < 10; i++)
      await Promise.all([one.run(counterDecider, count()), two.run(counterDecider, count())]);
    expect(await one.peek(counterDecider, TENANT, 'a')).toBe(20);
    const events = await log.read(stream, { limit: 100 });
    expect(events.map(({ data }) => (data as { to: number }).to)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
  test('the events of a command have ids that follow from it', async () => {
    const ids = async () => {
      const runner = new CommandRunner(openLog().log, systemIds, systemClock);
      return (await runner.run(counterDecider, count({ events: 3 }, { commandId: 'same' }))).events.map(
        (e) => e.meta.id,
      );
    };
    expect(await ids()).toEqual(await ids());
    expect(new Set(await ids()).size).toBe(3);
  });
  test('on a shared log commands that may have run are looked for together, whatever was written meanwhile', async () => {
    const { log } = openLog();
    let reads = 0;
    const shared = new Proxy(log, {
      get(target, name) {
        if (name === 'exclusive') return false;
        if (name === 'read' || name === 'readExactly') reads++;
        return Reflect.get(target, name);
      },
    });
    const elsewhere = new CommandRunner(shared, systemIds, systemClock);
    const [taken] = (await elsewhere.run(counterDecider, count({}, { commandId: 'taken over' }))).events;
    for (let n = 0; n < 300; n++) await elsewhere.run(counterDecider, count());
    const runner = new CommandRunner(shared, systemIds, systemClock);
    reads = 0;
    const after = (taken as Recorded).meta.position - 1;
    const wanted = Array.from({ length: 200 }, (_, n) =>
      runner.run(counterDecider, count({}, { after, commandId: n === 100 ? 'taken over' : `keyed ${n}` })),
    );
    const outcomes = await Promise.all(wanted);
    expect(outcomes[100]?.events.map(({ meta }) => meta.id)).toEqual([(taken as Recorded).meta.id]);
    expect(await runner.peek(counterDecider, TENANT, 'a')).toBe(301 + 199);
    expect(reads).toBeLessThan(20);
  });

  test('a command run again after a crash finds what it did', async () => {
    const { log } = openLog();
    const first = await new CommandRunner(log, systemIds, systemClock).run(
      counterDecider,
      count({ events: 2 }, { commandId: 'keyed' }),
    );
    const after = new CommandRunner(log, systemIds, systemClock);
    await after.run(counterDecider, count());
    const again = await after.run(
      counterDecider,
      count({ events: 2 }, { commandId: 'keyed', since: instant('2030-01-01') }),
    );
    expect(again.events).toEqual(first.events);
    expect(again.position).toBe(first.position);
    expect(await log.read(stream, { limit: 10 })).toHaveLength(3);
  });
  test('an answer that was lost is not stored twice', async () => {
    const { store } = openLog();
    let lost = 0;
    const flaky = new Proxy<EventStore>(store, {
      get: (target, name) =>
        name !== 'append'
          ? Reflect.get(target, name)
          : async (...given: Parameters<EventStore['append']>) => {
              const stored = await target.append(...given);
              if (lost++ % 2 === 0) throw new StoreUnavailable('the answer was lost');
              return stored;
            },
    });
    const log = new EventLog(flaky, codecFor(vocabulary));
    const runner = new CommandRunner(log, systemIds, systemClock);
    for (let i = 1; i <= 3; i++) expect((await runner.run(counterDecider, count())).state).toBe(i);
    expect(await log.read(stream, { limit: 10 })).toHaveLength(3);
  });
  test('what is too much for one append goes as several, in order', async () => {
    const store = new NarrowStore(10);
    const log = new EventLog(store, codecFor(vocabulary));
    const runner = new CommandRunner(log, systemIds, systemClock);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => runner.run(counterDecider, count())));
    expect(outcomes.map(({ events }) => (events[0] as Recorded<Counted>).data.to)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(await log.read(stream, { limit: 200 })).toHaveLength(100);
    expect(store.sizes.length).toBeLessThanOrEqual(20);
  });
  test('a command that is too much alone is refused alone', async () => {
    const log = new EventLog(new NarrowStore(10), codecFor(vocabulary));
    const runner = new CommandRunner(log, systemIds, systemClock);
    const all = await Promise.allSettled([1, 11, 2].map((events) => runner.run(counterDecider, count({ events }))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((all[1] as PromiseRejectedResult).reason).toMatchObject({ code: 'errors.body.too_large' });
    expect(await log.read(stream, { limit: 20 })).toHaveLength(3);
    expect((await runner.run(counterDecider, count())).state).toBe(4);
  });
  test('a store that stays away is told, and nothing is remembered of it', async () => {
    const { log, store } = openLog();
    const runner = new CommandRunner(log, systemIds, systemClock);
    await runner.run(counterDecider, count());
    await store.close();
    await expect(runner.run(counterDecider, count())).rejects.toBeInstanceOf(StoreUnavailable);
  });
  describe('where other processes write too', () => {
    const shared = () => {
      const { store } = openLog();
      const open = new Proxy(store, {
        get: (target, name) => {
          const value = name === 'exclusive' ? false : Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const runner = () => new CommandRunner(new EventLog(open, codecFor(vocabulary)), systemIds, systemClock);
      return { runner, log: new EventLog(open, codecFor(vocabulary)) };
    };

    test('ten of them take turns, however often they are in each other’s way', async () => {
      const { runner, log } = shared();
      const runners = Array.from({ length: 10 }, runner);
      const run = async (each: CommandRunner) => {
        for (let i = 0; i < 20; i++) await each.run(counterDecider, count());
      };
      await Promise.all(runners.map(run));
      const events = (await log.read(stream, { limit: 300 })) as readonly Recorded<Counted>[];
      expect(events.map(({ data }) => data.to)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    });

    test('a command that another process took over and ran is not run again', async () => {
      const { runner, log } = shared();
      const [slow, quick] = [runner(), runner()];
      await slow.run(counterDecider, count());
      const twice = count();
      const first = await quick.run(counterDecider, twice);
      const second = await slow.run(counterDecider, twice);
      expect(second.events).toEqual(first.events);
      expect(await log.read(stream, { limit: 10 })).toHaveLength(2);
    });
  });
});

describe('commands that rest on another stream', () => {
  const other = streamName('counter', TENANT, 'b');
  test('are refused alone where it has moved; those that came with them are done', async () => {
    const runner = new CommandRunner(openLog().log, systemIds, systemClock);
    await runner.run(counterDecider, new Count('b', {}, meta()));
    const conditional = (version: number) =>
      runner.run(counterDecider, count({}, { given: [{ stream: other, version }] }));
    const all = await Promise.allSettled([
      conditional(1),
      conditional(0),
      runner.run(counterDecider, count()),
      conditional(1),
    ]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((all[1] as PromiseRejectedResult).reason).toBeInstanceOf(BrokenCondition);
    expect(await runner.peek(counterDecider, TENANT, 'a')).toBe(3);
  });
});
