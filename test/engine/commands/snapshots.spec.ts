import { beforeEach, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { Snapshots } from '../../../src/engine/commands/snapshots.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Decider } from '../../../src/kernel/decider.js';
import { DAY } from '../../../src/kernel/instant.js';
import type { SnapshotFormat } from '../../../src/kernel/snapshot.js';
import { streamName } from '../../../src/kernel/stream.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { TENANT } from '../../support/given/given.js';
import { until } from '../../support/until.js';
import { Count, type Counted, counterDecider, meta, vocabulary } from './counter.js';

const stream = streamName('counter', TENANT, 'a');
const KEY = { tenantId: TENANT, kind: 'snapshot', id: 'counter-a' };

/** Everything that is not the sum of its events shows in it. */
interface Sum {
  readonly count: number;
  readonly sum: number;
}

interface Kept {
  readonly fold: string;
  readonly version: number;
  readonly eventId: string;
  readonly digest: string;
  readonly state: string;
}

let folded = 0;
const decider: Decider<Count, Sum, Counted> = {
  category: 'counter',
  initial: { count: 0, sum: 0 },
  decide: (command, { count }) => counterDecider.decide(command, count),
  evolve: ({ sum }, { data }) => {
    folded++;
    return { count: data.to, sum: sum + data.to };
  },
};
const format: SnapshotFormat<Sum> = { version: 1, write: (state) => state, read: (value) => value as Sum };
/** Keeps a state that shows when it is trusted. */
const wrong: SnapshotFormat<Sum> = { ...format, write: () => ({ count: 1_000, sum: 1 }) };
const sumOf = (count: number): Sum => ({ count, sum: (count * (count + 1)) / 2 });

let store: SqliteEventStore;
let operations: SqliteOperationalStore;
beforeEach(() => {
  store = new SqliteEventStore(':memory:');
  operations = new SqliteOperationalStore(':memory:');
});

/** A process that starts now. */
function start(
  more: {
    readonly store?: SqliteEventStore;
    readonly operations?: OperationalStore;
    readonly format?: SnapshotFormat;
    readonly types?: Record<string, number>;
    readonly isShared?: boolean;
  } = {},
) {
  const log = new EventLog(more.store ?? store, codecFor(vocabulary));
  const seen = more.isShared
    ? new Proxy(log, { get: (target, name) => (name === 'exclusive' ? false : Reflect.get(target, name)) })
    : log;
  const formats = new Map([['counter', more.format ?? format]]);
  const types = more.types ?? vocabulary.types;
  const snapshots = new Snapshots(seen, more.operations ?? operations, systemClock, formats, types);
  const runner = new CommandRunner(seen, systemIds, systemClock, snapshots);
  return {
    count: async (events: number) => (await runner.run(decider, new Count('a', { events }, meta()))).state,
    state: () => runner.peek(decider, TENANT, 'a'),
  };
}

async function foldedBy<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  folded = 0;
  const result = await work();
  return [result, folded];
}

/** Snapshots are written after the command is answered. */
const kept = async (version: number) =>
  (await until(
    async () => (await operations.get<Kept>(KEY))?.value,
    (value) => value?.version === version,
  )) as Kept;
const nothingKept = async () => expect(await operations.get(KEY)).toBeUndefined();

describe('a snapshot of a long stream', () => {
  test('is written after 500 events and spares a start all but the first page and the rest', async () => {
    const first = start();
    await first.count(499);
    await nothingKept();
    await first.count(1);
    await kept(500);
    await first.count(900);
    await kept(1_400);
    await first.count(10);
    expect(await foldedBy(start().state)).toEqual([sumOf(1_410), 510]);
    expect(await foldedBy(() => start().count(1))).toEqual([sumOf(1_411), 511]);
  });

  test('is written by a start that finds none, and goes 30 days later', async () => {
    await start().count(2_000);
    await kept(2_000);
    await operations.remove(KEY);
    expect(await foldedBy(start().state)).toEqual([sumOf(2_000), 2_000]);
    await kept(2_000);
    const { due } = (await operations.get(KEY)) ?? {};
    expect(Date.parse(due ?? '') - Date.now()).toBeGreaterThan(29.9 * DAY);
  });

  test.each([
    ['state', (value: Kept) => ({ ...value, state: value.state.replace('1000', '1001') })],
    ['state that is no JSON', (value: Kept) => ({ ...value, state: value.state.slice(1) })],
    ['version', (value: Kept) => ({ ...value, version: value.version - 1 })],
    ['event', (value: Kept) => ({ ...value, eventId: 'of-another-log' })],
    ['fold', (value: Kept) => ({ ...value, fold: 'another' })],
    ['value', () => 'nonsense'],
    ['value', () => null],
  ])('whose %s was damaged is ignored', async (_, damage) => {
    await start({ format: wrong }).count(1_000);
    await operations.put(KEY, damage(await kept(1_000)));
    expect(await start().state()).toEqual(sumOf(1_000));
    expect(await start().count(3)).toEqual(sumOf(1_003));
  });

  test('of another fold is ignored: a raised version of the format, or of an event', async () => {
    await start({ format: wrong }).count(1_000);
    await kept(1_000);
    expect(await start({ format: { ...format, version: 2 } as SnapshotFormat }).state()).toEqual(sumOf(1_000));
    await kept(1_000);
    await operations.remove(KEY);
    await start({ format: wrong }).count(1_000);
    await kept(2_000);
    expect(await start({ types: { Counted: 2 } }).state()).toEqual(sumOf(2_000));
  });

  test('that is newer than the log, because the log was copied back, is ignored', async () => {
    const copy = new SqliteEventStore(':memory:');
    const first = start({ format: wrong });
    await first.count(800);
    await kept(800);
    const events = await store.read(stream, { limit: 800 });
    await copy.append(
      stream,
      0,
      events.map(({ id, type, body }) => ({ id, type, body })),
    );
    await first.count(700);
    await kept(1_500);
    expect(await start({ store: copy }).state()).toEqual(sumOf(800));
    const other = start({ store: copy });
    await other.count(300);
    await other.count(500);
    expect(await start({ store: copy }).state()).toEqual(sumOf(1_600));
  });

  test('is shared by two processes that write one stream by turns', async () => {
    const [one, two] = [start({ isShared: true }), start({ isShared: true })];
    for (let round = 0; round < 6; round++) {
      await one.count(130);
      await two.count(130);
    }
    await kept(1_040);
    expect([await one.state(), await two.state()]).toEqual([sumOf(1_560), sumOf(1_560)]);
    const [state, events] = await foldedBy(start({ isShared: true }).state);
    expect(state).toEqual(sumOf(1_560));
    expect(events).toBeLessThan(1_200);
  });

  test('is done without where the store is away, and where the state is large', async () => {
    const away = async () => {
      throw new StoreUnavailable('away');
    };
    const broken = { get: away, put: away } as unknown as OperationalStore;
    await start({ operations: broken }).count(1_200);
    expect(await start({ operations: broken }).state()).toEqual(sumOf(1_200));
    const large = { ...format, write: () => 'x'.repeat(2_000_000) } as SnapshotFormat;
    expect(await start({ format: large }).state()).toEqual(sumOf(1_200));
    await nothingKept();
  });
});
