import { expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { ModelReaders } from '../../../../src/engine/read-models/building/model-readers.js';
import { CaughtUp } from '../../../../src/engine/read-models/caught-up.js';
import { checkpointName } from '../../../../src/engine/read-models/checkpoints.js';
import { Parking } from '../../../../src/engine/read-models/parking.js';
import { Projector } from '../../../../src/engine/read-models/projector.js';
import { plus } from '../../../../src/kernel/instant.js';
import { Count, counterDecider, counters, meta, openLog } from '../../commands/counter.js';

const failed = (name: string, error: unknown) => {
  throw new Error(`${name} failed`, { cause: error });
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const [old, raised] = [counters(), { ...counters(), version: counters().version + 1 }];

async function rolling() {
  const { log } = openLog();
  await new CommandRunner(log, systemIds, systemClock).run(counterDecider, new Count('c0', {}, meta()));
  const documents = new SqliteDocumentStore(':memory:');
  const operations = new SqliteOperationalStore(':memory:');
  const project = async (projection: typeof old) => {
    const own = new ModelReaders(systemIds.next(), [projection], operations, systemClock, failed);
    await own.start();
    const parking = new Parking(operations, systemClock, quiet);
    const projector = new Projector(log, documents, [projection], parking, new CaughtUp(), failed, own);
    await projector.start();
    projector.close();
    return own;
  };
  return { documents, operations, project };
}

test('a projector of a newer version leaves what another process reads, and drops it when nobody does', async () => {
  const { documents, project } = await rolling();
  const reading = await project(old);
  const newer = await project(raised);
  expect(await documents.checkpoint(checkpointName(old))).toBeGreaterThan(0);
  await Promise.all([reading.close(), newer.close()]);
  await (await project(raised)).close();
  expect(await documents.checkpoint(checkpointName(old))).toBe(0);
});

test('a process that was killed counts as a reader for 40 seconds', async () => {
  const { operations } = await rolling();
  const killed = new ModelReaders('killed', [old], operations, systemClock, failed);
  await killed.start();
  const later = (ms: number) => ({ now: () => plus(systemClock.now(), ms), monotonic: () => 0 });
  const seen = (ms: number) => new ModelReaders('x', [raised], operations, later(ms), failed).readOther(raised);
  expect([await seen(30_000), await seen(41_000)]).toEqual([true, false]);
  await killed.close();
});
