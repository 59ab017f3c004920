import { describe, expect, test } from 'vitest';
import { InProcessSignals } from '../../../src/adapters/in-process/signals.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredSignals } from '../../../src/adapters/stored-signals/signals.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { plus } from '../../../src/kernel/instant.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import type { Signal, Signals } from '../../../src/ports/stores/signals.js';

const signal = (participantId: string, at = systemClock.now()): Signal => ({
  tenantId: 't1',
  conversationId: 'c1',
  participantId,
  kind: 'typing',
  at,
});
const failed = (name: string, error: unknown) => {
  throw new Error(name, { cause: error });
};

const heardBy = (signals: Signals) => {
  const heard: string[] = [];
  const stop = signals.subscribe(({ participantId }) => heard.push(participantId));
  return { heard, stop };
};

describe.each([
  ['in one process', () => new InProcessSignals()],
  [
    'through the ledger',
    () => new StoredSignals(new SqliteOperationalStore(':memory:'), systemClock, systemIds, failed),
  ],
])('signals %s', (_, open) => {
  test('reach every listener once, at once, in order', () => {
    const signals = open();
    const [a, b] = [heardBy(signals), heardBy(signals)];
    signals.publish(signal('p1'));
    signals.publish(signal('p2'));
    expect([a.heard, b.heard]).toEqual([
      ['p1', 'p2'],
      ['p1', 'p2'],
    ]);
    a.stop();
    signals.publish(signal('p3'));
    expect([a.heard.length, b.heard.length]).toEqual([2, 3]);
    b.stop();
  });
});

describe('signals between processes', () => {
  test('reach the others once, and are swept; old ones are not told', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const open = () => new StoredSignals(operations, systemClock, systemIds, failed);
    const [mine, theirs] = [open(), open()];
    mine.publish(signal('old', plus(systemClock.now(), -60_000)));
    const [own, other] = [heardBy(mine), heardBy(theirs)];
    mine.publish(signal('p1'));
    theirs.publish(signal('p2'));
    await expect
      .poll(() => [own.heard.toSorted(), other.heard.toSorted()])
      .toEqual([
        ['p1', 'p2'],
        ['p1', 'p2'],
      ]);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect([own.heard.length, other.heard.length]).toEqual([2, 2]);
    own.stop();
    other.stop();
  });

  test('are swept when they are old', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const due = plus(systemClock.now(), -60_000);
    await operations.put({ tenantId: NO_TENANT, kind: 'signal', id: 'gone/1' }, [signal('p1')], { due });
    const { stop } = heardBy(new StoredSignals(operations, systemClock, systemIds, failed));
    await expect.poll(() => operations.list(NO_TENANT, 'signal', '', 10)).toEqual([]);
    stop();
  });

  test('a loud tenant collapses nobody else, and the newest of its conversations are told', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const open = () => new StoredSignals(operations, systemClock, systemIds, failed);
    const [mine, theirs] = [open(), open()];
    const heard: Signal[] = [];
    const stop = theirs.subscribe((each) => heard.push(each));
    const loud = (n: number): Signal => ({ ...signal(`p${n}`), tenantId: 'loud', conversationId: `c${n % 5}` });
    for (let n = 0; n < 3_000; n++) mine.publish(loud(n));
    mine.publish({ ...signal('quiet'), tenantId: 'quiet' });
    await expect.poll(() => heard.some(({ tenantId }) => tenantId === 'quiet')).toBe(true);
    const told = heard.filter(({ tenantId }) => tenantId === 'loud').map(({ participantId }) => participantId);
    expect(told.length).toBeLessThanOrEqual(200);
    expect(told).toContain('p2999');
    stop();
  });

  test('over a hundred in a second from many conversations all come, each once', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const open = () => new StoredSignals(operations, systemClock, systemIds, failed);
    const [mine, theirs] = [open(), open()];
    const { heard, stop } = heardBy(theirs);
    const expected: string[] = [];
    for (let n = 0; n < 1_500; n++) {
      expected.push(`p${n}`);
      mine.publish({ ...signal(`p${n}`), conversationId: `c${n}` });
      if (n % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 110));
    }
    await expect.poll(() => heard.length).toBe(1_500);
    expect(heard.toSorted()).toEqual(expected.toSorted());
    stop();
  });
});
