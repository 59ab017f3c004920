import { beforeEach, describe, expect, test } from 'vitest';
import { fileSecrets } from '../../../../src/adapters/file-keys/file-secrets.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../../../src/engine/log/event-log.js';
import { type EffectsFrom, StoreConsistency } from '../../../../src/engine/log/restored/store-consistency.js';
import { SubscriptionCheckpoint } from '../../../../src/engine/log/subscription-checkpoint.js';
import { Count, counterDecider, meta, openLog } from '../../commands/counter.js';

const secrets = fileSecrets(':memory:', undefined);

let operations: SqliteOperationalStore;
let lines: string[];
beforeEach(() => {
  operations = new SqliteOperationalStore(':memory:');
  lines = [];
});

/** The commands of one run are in a log and in its earlier state alike. */
const fill = async (log: EventLog, name: string, events: number) => {
  const runner = new CommandRunner(log, systemIds, systemClock);
  for (let n = 0; n < events; n++) {
    const given = meta({ commandId: `${name}-${n}` });
    await runner.run(counterDecider, new Count('a', {}, given));
  }
};
const logOf = async (...parts: readonly (readonly [string, number])[]) => {
  const { log } = openLog();
  for (const [name, events] of parts) await fill(log, name, events);
  return log;
};
const checked = async (log: EventLog, from?: EffectsFrom, key = secrets) => {
  const logger = { debug() {}, info() {}, error() {}, warn: (_: unknown, line: string) => lines.push(line) };
  const consistency = new StoreConsistency(log, operations, key, logger, from);
  await consistency.run();
  return consistency.putBack;
};
const checkpointIn = (log: EventLog) => new SubscriptionCheckpoint(log, operations, 'webhooks');
const handled = async (log: EventLog, position: number) => {
  const place = await log.placeAt(position);
  if (place) await checkpointIn(log).advance(place);
};

describe('a log that was put back', () => {
  test('to fewer events takes the checkpoint to its end', async () => {
    const log = await logOf(['same', 9]);
    await checked(openLog().log);
    await handled(log, 9);
    const older = await logOf(['same', 5]);
    expect(await checked(older)).toBe(1);
    expect(await checkpointIn(older).position()).toBe(5);
    expect(lines).toHaveLength(1);
    expect(await checked(older)).toBe(0);
  });

  test('and went on takes the checkpoint to the last event in common', async () => {
    const log = await logOf(['same', 300]);
    const checkpoint = checkpointIn(log);
    for (const position of [100, 200, 300]) {
      const place = await log.placeAt(position);
      if (place) await checkpoint.advance(place);
    }
    const other = await logOf(['same', 250], ['other', 100]);
    expect(await checked(other)).toBe(1);
    expect(await checkpointIn(other).position()).toBe(200);
  });

  test('to nothing is refused', async () => {
    await handled(await logOf(['same', 3]), 3);
    await expect(checked(openLog().log)).rejects.toThrow(/event log is empty/);
  });
});

describe('an operational store that was lost', () => {
  test('is refused until the operator says where effects begin', async () => {
    await expect(checked(await logOf(['same', 3]))).rejects.toThrow(/EFFECTS_FROM=head.*EFFECTS_FROM=start/);
  });

  test.each([
    ['head', 3],
    ['start', 0],
  ] as const)('begins at the %s, and a later start needs no setting', async (from, position) => {
    const log = await logOf(['same', 3]);
    await checked(log, from);
    expect(await checkpointIn(log).position()).toBe(position);
    await fill(log, 'more', 2);
    await checked(log);
    expect(await checkpointIn(log).position()).toBe(position);
  });

  test('is not one on the first start', async () => {
    const { log } = openLog();
    await checked(log);
    await fill(log, 'same', 3);
    await checked(log);
    expect(await checkpointIn(log).position()).toBe(0);
  });
});

test('an operational store of another log is refused', async () => {
  await handled(await logOf(['same', 3]), 3);
  await expect(checked(await logOf(['other', 9]))).rejects.toThrow(/belongs to another event log/);
  const log = await logOf(['other', 9]);
  await checked(log, 'head');
  expect(await checkpointIn(log).position()).toBe(9);
});

test('another master key is refused', async () => {
  await checked(openLog().log);
  await expect(checked(openLog().log, undefined, fileSecrets(':memory:', undefined))).rejects.toThrow(/master key/);
});
