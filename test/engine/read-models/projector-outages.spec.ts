import { describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { Parking } from '../../../src/engine/read-models/parking.js';
import { Projector } from '../../../src/engine/read-models/projector.js';
import { FAR_FUTURE } from '../../../src/kernel/instant.js';
import type { AnyProjection } from '../../../src/kernel/projection.js';
import { CheckpointConflict, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { Count, counterDecider, counters, meta, openLog } from '../commands/counter.js';
import { FailingCommits, type Failure } from './failing-commits.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function countUp(log: EventLog, times: number, id = 'c0'): Promise<number> {
  const runner = new CommandRunner(log, systemIds, systemClock);
  let position = 0;
  for (let i = 0; i < times; i++) {
    position = (await runner.run(counterDecider, new Count(id, {}, meta()))).position;
  }
  return position;
}

/** Another read model of the same events. Where it is level and `counters` is new, `counters` has to catch up. */
const level = { ...counters(), name: 'level-counter' } as AnyProjection;

/** Fails on the fifth event of `c0` while `isBad`. */
function poisoned(isBad: () => boolean = () => true): AnyProjection {
  const good = counters();
  return {
    ...good,
    evolve(doc, event) {
      if (isBad() && event.meta.stream.endsWith('c0') && event.data.to === 5) throw new Error('a bug');
      return good.evolve(doc, event);
    },
  };
}

interface Faults {
  readonly failures?: Readonly<Record<number, Failure>>;
  readonly beforeCommit?: (n: number) => Promise<void> | void;
}

async function projecting(log: EventLog, model: AnyProjection = counters(), faults: Faults = {}) {
  const stored = new SqliteDocumentStore(':memory:');
  const operations = new SqliteOperationalStore(':memory:');
  const over = (documents: DocumentStore, models: readonly AnyProjection[]) => {
    const caughtUp = new CaughtUp();
    const parking = new Parking(operations, systemClock, quiet);
    return { parking, caughtUp, projector: new Projector(log, documents, models, parking, caughtUp, () => {}) };
  };
  return {
    ...over(new FailingCommits(stored, faults.failures ?? {}, faults.beforeCommit), [model, level]),
    /** Brings the other read model to the end of the log. */
    async leavingBehind() {
      const { projector } = over(stored, [level]);
      await projector.start();
      projector.close();
    },
    /** Another process later, whose store works. */
    restarted: (later: AnyProjection = model) => over(stored, [later, level]),
    operations,
    doc: (id = 'c0') => stored.reader(counters(), TENANT).get(id),
  };
}

/** Starts as a lease does: closes and starts again what failed. */
async function startUntilItHolds(projector: Projector): Promise<void> {
  for (let left = 3; ; left--) {
    projector.close();
    try {
      return await projector.start();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || left === 0) throw error;
    }
  }
}

describe('a projector whose store fails for a moment', () => {
  for (const failure of ['lost', 'unanswered'] as const) {
    test(`folds each event once when the commit of the first catch-up was ${failure}`, async () => {
      const { log } = openLog();
      await countUp(log, 5);
      const { projector, leavingBehind, caughtUp, doc } = await projecting(log, counters(), {
        failures: { 1: failure },
      });
      await leavingBehind();
      await startUntilItHolds(projector);
      expect(await caughtUp.reached(await countUp(log, 1), 2_000)).toBe(true);
      expect(await doc()).toEqual({ id: 'c0', count: 6, folded: 6 });
      projector.close();
    });
    test(`folds each event once when a later commit was ${failure}`, async () => {
      const { log } = openLog();
      await countUp(log, 5);
      const { projector, caughtUp, doc } = await projecting(log, counters(), { failures: { 1: failure, 3: failure } });
      await projector.start();
      for (const n of [6, 7, 8]) {
        expect(await caughtUp.reached(await countUp(log, 1), 5_000)).toBe(true);
        expect((await doc())?.folded).toBe(n);
      }
      projector.close();
    });
  }
  test('takes nothing over from an earlier start that is still under way', async () => {
    const { log } = openLog();
    await countUp(log, 5);
    const [reached, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const beforeCommit = (n: number) => {
      if (n > 1) return;
      reached.resolve();
      return late.promise;
    };
    const { projector, leavingBehind, caughtUp, doc } = await projecting(log, counters(), { beforeCommit });
    await leavingBehind();
    const first = projector.start();
    await reached.promise;
    projector.close();
    await projector.start();
    late.resolve();
    await expect(first).rejects.toThrow(CheckpointConflict);
    expect(await caughtUp.reached(await countUp(log, 2), 5_000)).toBe(true);
    expect((await doc())?.folded).toBe(7);
    projector.close();
  });
});

describe('an event that cannot be folded, in a page whose commit fails', () => {
  test('leaves its document as it was before the event', async () => {
    const { log } = openLog();
    await countUp(log, 7);
    const position = await countUp(log, 2, 'c1');
    const faulty = await projecting(log, poisoned(), { failures: { 1: 'lost' } });
    const { projector, parking, caughtUp, doc } = faulty;
    await startUntilItHolds(projector);
    expect(await caughtUp.reached(position, 5_000)).toBe(true);
    expect([await doc(), (await doc('c1'))?.folded]).toEqual([{ id: 'c0', count: 4, folded: 4 }, 2]);
    expect(parking.size).toBe(1);
    projector.close();
  });
  test('loses nothing of the document when the process dies before the commit', async () => {
    const { log } = openLog();
    await countUp(log, 7);
    const reached = Promise.withResolvers<void>();
    const beforeCommit = () => {
      reached.resolve();
      return new Promise<void>(() => {});
    };
    const { projector, leavingBehind, restarted, operations, doc } = await projecting(log, poisoned(), {
      beforeCommit,
    });
    await leavingBehind();
    void projector.start();
    await reached.promise;
    expect(await operations.due('parked', FAR_FUTURE, 9)).toHaveLength(1);
    projector.close();

    const again = restarted();
    await again.projector.start();
    expect([again.parking.size, await doc()]).toEqual([1, { id: 'c0', count: 4, folded: 4 }]);
    again.projector.close();

    const mended = restarted(counters());
    await mended.projector.start();
    expect([mended.parking.size, (await doc())?.folded]).toEqual([0, 7]);
    mended.projector.close();
  });
  test('is folded by a later start of the same projector, which goes on from there', async () => {
    const { log } = openLog();
    await countUp(log, 7);
    let isBad = true;
    const { projector, parking, caughtUp, doc } = await projecting(
      log,
      poisoned(() => isBad),
    );
    await projector.start();
    expect((await doc())?.folded).toBe(4);
    projector.close();
    isBad = false;
    await projector.start();
    expect([parking.size, (await doc())?.folded]).toEqual([0, 7]);
    expect(await caughtUp.reached(await countUp(log, 1), 2_000)).toBe(true);
    expect((await doc())?.folded).toBe(8);
    projector.close();
  });
});

/** Cannot be stored from the fifth event of `c0` on. */
const unstorable = (): AnyProjection => {
  const good = counters();
  return {
    ...good,
    evolve: (doc, event) => ({
      ...good.evolve(doc, event),
      ...(event.meta.stream.endsWith('c0') && event.data.to >= 5 ? { at: 1n } : {}),
    }),
  } as AnyProjection;
};

describe('a document that cannot be stored, while the store fails', () => {
  for (const failure of ['lost', 'unanswered'] as const) {
    test(`is the only one that is parked when a commit was ${failure}`, async () => {
      const { log } = openLog();
      const position = await countUp(log, 7);
      for (let n = 1; n <= 8; n++) {
        const { projector, parking, caughtUp, doc, restarted } = await projecting(log, unstorable(), {
          failures: { [n]: failure },
        });
        await startUntilItHolds(projector);
        expect(await caughtUp.reached(position, 5_000)).toBe(true);
        expect([n, parking.size, await doc()]).toEqual([n, 1, { id: 'c0', count: 4, folded: 4 }]);
        projector.close();
        const again = restarted(counters());
        await again.projector.start();
        expect([n, again.parking.size, (await doc())?.folded]).toEqual([n, 0, 7]);
        again.projector.close();
      }
    });
  }
});
