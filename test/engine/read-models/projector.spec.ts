import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { checkpointName } from '../../../src/engine/read-models/checkpoints.js';
import { Parking } from '../../../src/engine/read-models/parking.js';
import { Projector } from '../../../src/engine/read-models/projector.js';
import type { DocumentStore } from '../../../src/ports/stores/document-store.js';
import { TENANT } from '../../support/given/given.js';
import { Count, counterDecider, counters, meta, openLog } from '../commands/counter.js';
import { FailingCommits } from './failing-commits.js';

const failed = (name: string, error: unknown) => {
  throw new Error(`${name} failed`, { cause: error });
};

const running = async (
  log: ReturnType<typeof openLog>['log'],
  documents: DocumentStore,
  projection = counters(),
  operations = new SqliteOperationalStore(':memory:'),
) => {
  const caughtUp = new CaughtUp();
  const parking = new Parking(operations, systemClock, quiet);
  const projector = new Projector(log, documents, [projection], parking, caughtUp, failed);
  await projector.start();
  return { projector, caughtUp, parking };
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const run = async (log: ReturnType<typeof openLog>['log'], times: number) => {
  const runner = new CommandRunner(log, systemIds, systemClock);
  const outcomes = [];
  for (let i = 0; i < times; i++) outcomes.push(await runner.run(counterDecider, new Count(`c${i % 3}`, {}, meta())));
  return outcomes.at(-1)?.position ?? 0;
};

describe('the projector', () => {
  test('has applied at the start all that was in the log', async () => {
    const { log } = openLog();
    const position = await run(log, 30);
    const documents = new SqliteDocumentStore(':memory:');
    const { caughtUp } = await running(log, documents);
    expect(caughtUp.position).toBe(position);
    expect(await documents.reader(counters(), TENANT).get('c0')).toEqual({ id: 'c0', count: 10, folded: 10 });
  });
  test('commits many events in parts of 256', async () => {
    const { log } = openLog();
    const position = await run(log, 600);
    let commits = 0;
    const documents = new FailingCommits(new SqliteDocumentStore(':memory:'), {}, () => {
      commits++;
    });
    const { caughtUp } = await running(log, documents);
    expect([caughtUp.position, commits]).toEqual([position, 3]);
    expect(await documents.reader(counters(), TENANT).get('c2')).toEqual({ id: 'c2', count: 200, folded: 200 });
  });
  test('follows what is appended, and tells who waits', async () => {
    const { log } = openLog();
    const documents = new SqliteDocumentStore(':memory:');
    const { caughtUp } = await running(log, documents);
    const position = await run(log, 7);
    expect(await caughtUp.reached(position, 2_000)).toBe(true);
    expect(await documents.reader(counters(), TENANT).count({})).toBe(3);
    expect(await documents.checkpoint(checkpointName(counters()))).toBe(position);
  });
  test('folds nothing twice after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'projector-'));
    const { log } = openLog();
    await run(log, 9);
    for (let i = 0; i < 3; i++) {
      const documents = new SqliteDocumentStore(join(folder, 'read.db'));
      const { projector } = await running(log, documents);
      expect((await documents.reader(counters(), TENANT).get('c1'))?.folded).toBe(3);
      projector.close();
      await documents.close();
    }
  });
  test('a raised version is built anew from the start of the log', async () => {
    const { log } = openLog();
    await run(log, 9);
    const documents = new SqliteDocumentStore(':memory:');
    (await running(log, documents)).projector.close();
    await running(log, documents, counters(10));
    expect(await documents.reader(counters(10), TENANT).get('c2')).toEqual({ id: 'c2', count: 30, folded: 3 });
  });
  test('an event that cannot be folded stops its document alone, until the code can', async () => {
    const { log } = openLog();
    await run(log, 300);
    const operations = new SqliteOperationalStore(':memory:');
    const documents = new SqliteDocumentStore(':memory:');
    const good = counters();
    const bad: typeof good = {
      ...good,
      evolve: (doc, event) => {
        if (event.meta.position === 155) throw new Error('a bug');
        return good.evolve(doc, event);
      },
    };
    const first = await running(log, documents, bad, operations);
    const position = await run(log, 30);
    expect(await first.caughtUp.reached(position, 2_000)).toBe(true);
    const folded = async () => {
      const docs = await documents.reader(good, TENANT).many(['c0', 'c1', 'c2']);
      return docs.map((doc) => doc.folded);
    };
    expect(await folded()).toEqual([110, 51, 110]);
    expect(first.parking.size).toBe(1);
    first.projector.close();

    const again = await running(log, documents, bad, operations);
    expect([again.parking.size, await folded()]).toEqual([1, [110, 51, 110]]);
    again.projector.close();

    const mended = await running(log, documents, good, operations);
    expect([mended.parking.size, await folded()]).toEqual([0, [110, 110, 110]]);
    const later = await run(log, 3);
    expect(await mended.caughtUp.reached(later, 2_000)).toBe(true);
    expect(await folded()).toEqual([111, 111, 111]);
  });
  test('a document that cannot be kept stops alone', async () => {
    const { log } = openLog();
    await run(log, 300);
    const operations = new SqliteOperationalStore(':memory:');
    const documents = new SqliteDocumentStore(':memory:');
    const good = counters();
    const large: typeof good = {
      ...good,
      evolve: (doc, event) => ({ ...good.evolve(doc, event), ...(event.data.to >= 70 ? { at: 1n } : {}) }) as never,
    };
    const { projector, parking } = await running(log, documents, large, operations);
    expect(parking.size).toBe(3);
    projector.close();
    await running(log, documents, good, operations);
    expect((await documents.reader(good, TENANT).get('c1'))?.folded).toBe(100);
  });
  test('a commit ends behind the document that reaches a megabyte', async () => {
    const { log } = openLog();
    for (let n = 0; n < 12; n++) {
      await new CommandRunner(log, systemIds, systemClock).run(counterDecider, new Count(`large${n}`, {}, meta()));
    }
    const good = counters();
    const text = 'x'.repeat(300_000);
    const large = { ...good, evolve: (doc, event) => ({ ...good.evolve(doc, event), text }) } as typeof good;
    const commits: number[] = [];
    const documents = new FailingCommits(new SqliteDocumentStore(':memory:'), {}, (_, writes) => {
      commits.push(writes.length);
    });
    const { projector } = await running(log, documents, large);
    expect(commits).toEqual([2, 2, 2, 2, 2, 2]);
    projector.close();
  });
  test('read models of a log that was put back to an older state are rebuilt', async () => {
    const documents = new SqliteDocumentStore(':memory:');
    const [{ log }, { log: older }] = [openLog(), openLog()];
    for (const each of [log, older]) {
      await new CommandRunner(each, systemIds, systemClock).run(
        counterDecider,
        new Count('c0', {}, meta({ commandId: 'first' })),
      );
    }
    await run(log, 9);
    await run(older, 5);
    (await running(log, documents)).projector.close();
    (await running(older, documents)).projector.close();
    expect(await documents.reader(counters(), TENANT).get('c0')).toEqual({ id: 'c0', count: 3, folded: 3 });
  });
  test('read models of a log that has another event at their position are rebuilt', async () => {
    const documents = new SqliteDocumentStore(':memory:');
    const [{ log }, { log: other }] = [openLog(), openLog()];
    for (const each of [log, other]) {
      const first = meta({ commandId: 'first' });
      await new CommandRunner(each, systemIds, systemClock).run(counterDecider, new Count('c0', {}, first));
    }
    await run(log, 2);
    (await running(log, documents)).projector.close();
    await new CommandRunner(other, systemIds, systemClock).run(counterDecider, new Count('c2', { events: 4 }, meta()));
    (await running(other, documents)).projector.close();
    expect(await documents.reader(counters(), TENANT).get('c1')).toBeUndefined();
    expect(await documents.reader(counters(), TENANT).get('c2')).toEqual({ id: 'c2', count: 4, folded: 4 });
  });
  test('read models of another log are rebuilt', async () => {
    const documents = new SqliteDocumentStore(':memory:');
    const [{ log }, { log: other }] = [openLog(), openLog()];
    await run(log, 3);
    await run(other, 30);
    (await running(log, documents)).projector.close();
    (await running(other, documents)).projector.close();
    expect(await documents.reader(counters(), TENANT).get('c0')).toEqual({ id: 'c0', count: 10, folded: 10 });
  });
  test('who waits for what does not come is told in time', async () => {
    const caughtUp = new CaughtUp();
    expect(await caughtUp.reached(5, 20)).toBe(false);
    const waiting = [caughtUp.reached(3, 2_000), caughtUp.reached(4, 20)];
    caughtUp.advance(3);
    expect(await Promise.all(waiting)).toEqual([true, false]);
  });
});
