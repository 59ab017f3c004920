import { describe, expect, test } from 'vitest';
import { InProcessSignals } from '../../src/adapters/in-process/signals.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational-store.js';
import { StoredSignals } from '../../src/adapters/stored-signals/signals.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { systemIds } from '../../src/adapters/system/ids.js';
import { plus } from '../../src/kernel/instant.js';
import type { Signal, Signals } from '../../src/ports/signals.js';

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
    expect(await operations.list('t1', 'signal', '', 10)).toHaveLength(2);
    own.stop();
    other.stop();
  });
});
