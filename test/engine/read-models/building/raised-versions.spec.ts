import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ServedVersions } from '../../../../src/engine/read-models/building/served-versions.js';
import { levelName } from '../../../../src/engine/read-models/checkpoints.js';
import type { AnyProjection } from '../../../../src/kernel/projection.js';
import { StoreUnavailable } from '../../../../src/ports/stores/event-store.js';
import { TENANT } from '../../../support/given/given.js';
import { until } from '../../../support/until.js';
import { counters } from '../../commands/counter.js';
import { countUp, EVENTS, gate, givenVersionOne, projecting } from './raised-versions.fixture.js';

const EACH = EVENTS / 3;
/** The count in version 2 is twice that in version 1. */
const inVersion = (version: 1 | 2, events = EACH) => ({ id: 'c0', count: events * version, folded: events });

describe('given a read model of version 1 and a longer log than a page, when version 2 is declared', () => {
  test('then version 1 serves and is kept up while version 2 is built, and version 2 serves once it is level', async () => {
    const given = await givenVersionOne();
    const { beforeCommit, open, reached } = gate(2, 4);
    const { read, caughtUp, served, building, projector, count } = await projecting(given, counters(2), beforeCommit);
    await reached;
    expect(await read()).toEqual(inVersion(1));
    expect(building.ratio).toBeGreaterThan(0);
    expect(building.ratio).toBeLessThan(1);

    const position = await countUp(given.log, 1, 'c1');
    expect(await caughtUp.reached(position, 2_000)).toBe(true);
    expect((await read('c1'))?.folded).toBe(EACH + 1);
    expect([await read(), await count()]).toEqual([inVersion(1), 3]);

    open();
    const seen = new Set<string>();
    while (served.building.length > 0) {
      seen.add(JSON.stringify(await read()));
      await nextTurn();
    }
    expect([...seen]).toEqual([JSON.stringify(inVersion(1))]);
    expect([await read(), await count(), building.ratio]).toEqual([inVersion(2), 3, 1]);
    expect(await read('c1')).toEqual({ ...inVersion(2, EACH + 1), id: 'c1' });

    expect(await caughtUp.reached(await countUp(given.log, 1), 2_000)).toBe(true);
    expect(await read()).toEqual(inVersion(2, EACH + 1));
    projector.close();
  });

  test('then a reader that was made before the switch reads version 2 after it', async () => {
    const given = await givenVersionOne();
    const { beforeCommit, open, reached } = gate(2, 4);
    const { documents, served, projector } = await projecting(given, counters(2), beforeCommit);
    await reached;
    const reader = documents.reader(counters(2), TENANT);
    expect(await reader.get('c0')).toEqual(inVersion(1));
    open();
    await until(() => served.building.length === 0);
    expect(await reader.get('c0')).toEqual(inVersion(2));
    projector.close();
  });

  test('then version 1 is there until its readers have ended, and the next start drops it', async () => {
    const given = await givenVersionOne();
    const { served, projector } = await projecting(given, counters(2));
    await until(() => served.building.length === 0);
    expect(await given.stored.checkpoint('counter@1')).toBeGreaterThan(0);
    projector.close();
    (await projecting(given, counters(2))).projector.close();
    expect(await given.stored.checkpoint('counter@1')).toBe(0);
  });

  test('then a crash in the middle of the build loses nothing: the next start resumes at the last commit', async () => {
    const given = await givenVersionOne();
    const { beforeCommit, reached } = gate(2, 5);
    const crashed = await projecting(given, counters(2), beforeCommit);
    await reached;
    crashed.projector.close();
    const built = await given.stored.checkpoint('counter@2');
    expect(built).toBeGreaterThan(0);

    const second = gate(2, 1);
    const starting = projecting(given, counters(2), second.beforeCommit);
    await second.reached;
    second.open();
    const again = await starting;
    await until(() => again.served.building.length === 0);
    expect(await again.read()).toEqual(inVersion(2));
    expect(again.written(2)).toBeLessThanOrEqual(Math.ceil((EVENTS - built) / 200) * 3);
    again.projector.close();
  });

  test('then a crash before the switch leaves a complete version 2, which serves at once', async () => {
    const given = await givenVersionOne();
    const level = levelName([counters(2)]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const crashed = await projecting(given, counters(2), (_, checkpoints) => {
      if (!checkpoints.some(({ name }) => name === level)) return;
      resolve();
      return new Promise(() => {});
    });
    await promise;
    expect(await crashed.read()).toEqual(inVersion(1));
    crashed.projector.close();
    const again = await projecting(given, counters(2));
    expect([await again.read(), again.written(2)]).toEqual([inVersion(2), 0]);
    again.projector.close();
  });

  test.each(['lost', 'unanswered'])('then a commit of the build that was %s is made good', async (how) => {
    const given = await givenVersionOne();
    let n = 0;
    const commit = given.stored.commit.bind(given.stored);
    given.stored.commit = async (writes, checkpoints) => {
      const fails = writes.some(({ collection }) => collection.version === 2) && ++n === 4;
      if (!fails || how === 'unanswered') await commit(writes, checkpoints);
      if (fails) throw new StoreUnavailable(how);
    };
    const { served, read, failures, projector } = await projecting(given, counters(2));
    await until(() => served.building.length === 0);
    expect([await read(), failures.length]).toEqual([inVersion(2), 1]);
    projector.close();
  });

  const others: readonly (readonly [string, AnyProjection])[] = [
    ['other fields', { ...counters(2), fields: { ...counters(2).fields, id: ({ id }: { id: string }) => id } }],
    ['other indexes', { ...counters(2), indexes: [] }],
    ['other counters', { ...counters(2), counters: [] }],
    ['documents that the code does not read', { ...counters(2), servesFrom: 2 }],
  ];
  test.each(others)('then the start waits for version 2 where it has %s', async (_, projection) => {
    const given = await givenVersionOne();
    const { served, read, projector } = await projecting(given, projection);
    expect([served.building, await read()]).toEqual([[], inVersion(2)]);
    projector.close();
  });

  test('then a document that version 2 cannot fold is parked alone, and a mended version 2 folds it', async () => {
    const given = await givenVersionOne();
    const good = counters(2);
    const bad: typeof good = {
      ...good,
      evolve: (doc, event) => {
        if (event.meta.position === 900) throw new Error('a bug');
        return good.evolve(doc, event);
      },
    };
    const first = await projecting(given, bad);
    await until(() => first.served.building.length === 0);
    expect(first.parking.size).toBe(1);
    first.projector.close();
    const mended = await projecting(given, good);
    expect([mended.parking.size, await mended.read()]).toEqual([0, inVersion(2)]);
    mended.projector.close();
  });

  test('then another process that only reads switches when the builder has', async () => {
    const given = await givenVersionOne();
    const { beforeCommit, open, reached } = gate(2, 4);
    const builder = await projecting(given, counters(2), beforeCommit);
    await reached;
    const other = new ServedVersions([counters(2)]);
    await other.choose(given.stored);
    const head = await given.log.head();
    expect([other.of(counters(2)).version, await other.level(given.stored)]).toEqual([1, head]);
    open();
    await until(() => builder.served.building.length === 0);
    expect([await other.level(given.stored), other.of(counters(2)).version]).toEqual([head, 2]);
    const position = await countUp(given.log, 3);
    expect(await builder.caughtUp.reached(position, 2_000)).toBe(true);
    expect(await other.level(given.stored)).toBe(position);
    builder.projector.close();
  });
});
