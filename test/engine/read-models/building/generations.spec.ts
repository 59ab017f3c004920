import { describe, expect, test } from 'vitest';
import { ServedVersions } from '../../../../src/engine/read-models/building/served-versions.js';
import { storedAs } from '../../../../src/engine/read-models/building/stored-version.js';
import { TENANT } from '../../../support/given/given.js';
import { until } from '../../../support/until.js';
import { counters } from '../../commands/counter.js';
import { operated } from './generations.fixture.js';
import { countUp, EVENTS, gate, givenVersionOne, projecting } from './raised-versions.fixture.js';

const EACH = EVENTS / 3;
const right = (events = EACH) => ({ id: 'c0', count: events, folded: events });
const FIRST = 1_000_001;

/** A document that the log does not explain. */
async function spoil({ stored, log }: Awaited<ReturnType<typeof givenVersionOne>>, id: string, doc: unknown) {
  const position = await log.head();
  await stored.commit([{ collection: counters(), tenantId: TENANT, key: id, doc, position }], []);
}

async function rebuilt() {
  const given = await givenVersionOne();
  await spoil(given, 'c0', { id: 'c0', count: 7, folded: 7 });
  const service = await operated(given, counters());
  await service.ask('rebuild');
  await until(async () => (await service.state()).beside?.state === 'COMPLETE');
  return { given, service };
}

describe('a copy of a read model that is built anew', () => {
  test('is folded beside the one that serves, which answers until the switch', async () => {
    const { given, service } = await rebuilt();
    expect((await service.read())?.folded).toBe(7);
    const position = await countUp(given.log, 1, 'c0');
    await service.caughtUp.reached(position, 2_000);
    expect((await service.read())?.folded).toBe(8);
    expect(await service.state()).toEqual({
      name: 'counter',
      version: '1',
      position,
      beside: { version: '1.1', position, state: 'COMPLETE' },
    });

    expect(await service.ask('switch')).toEqual({ version: FIRST });
    expect(await service.read()).toEqual(right(EACH + 1));
    const next = await countUp(given.log, 1, 'c0');
    await service.caughtUp.reached(next, 2_000);
    expect(await service.read()).toEqual(right(EACH + 2));
    expect((await service.state()).beside).toEqual({ version: '1', position: next, state: 'KEPT' });
    service.projector.close();
  });

  test('differs in the documents that the comparison names', async () => {
    const { given, service } = await rebuilt();
    const tenant_id = TENANT;
    expect(await service.ask('compare')).toEqual({
      version: FIRST,
      documents: 3,
      differences: 1,
      named: [{ tenant_id, key: 'c0', is: 'DIFFERENT' }],
    });
    await spoil(given, 'c1', undefined);
    await spoil(given, 'more', { id: 'more', count: 1, folded: 1 });
    expect((await service.ask('compare')).named).toEqual([
      { tenant_id, key: 'c0', is: 'DIFFERENT' },
      { tenant_id, key: 'more', is: 'MISSING' },
      { tenant_id, key: 'c1', is: 'EXTRA' },
    ]);
    service.projector.close();
  });

  test('gives way to the kept one in a rollback, which is exact, and serves again after the next switch', async () => {
    const { given, service } = await rebuilt();
    await service.ask('switch');
    await service.caughtUp.reached(await countUp(given.log, 3), 2_000);
    expect(await service.ask('rollback')).toEqual({ version: 1 });
    expect((await service.read())?.folded).toBe(8);
    await expect(service.ask('rollback')).rejects.toThrow(/has not switched/);
    await service.ask('switch');
    expect(await service.read()).toEqual(right(EACH + 1));
    await expect(service.ask('switch')).rejects.toThrow(/has switched already/);
    service.projector.close();
  });

  test('serves after a restart, the kept one too, and a process that only reads sees each change', async () => {
    const { given, service } = await rebuilt();
    const other = new ServedVersions([counters()]);
    await other.choose(given.stored);
    expect(other.of(counters()).version).toBe(1);
    await service.ask('switch');
    await other.level(given.stored);
    expect(other.of(counters()).version).toBe(FIRST);
    service.projector.close();

    const again = await operated(given, counters());
    expect(await again.read()).toEqual(right());
    await again.caughtUp.reached(await countUp(given.log, 3), 2_000);
    expect(await again.read()).toEqual(right(EACH + 1));
    await again.ask('rollback');
    expect((await again.read())?.folded).toBe(8);
    await other.level(given.stored);
    expect(other.of(counters()).version).toBe(1);
    again.projector.close();
  });

  test('is dropped when it is told, and the next copy has a number of its own', async () => {
    const { given, service } = await rebuilt();
    expect(await service.ask('drop')).toEqual({ version: FIRST });
    await expect(service.ask('switch')).rejects.toThrow(/one copy alone/);
    await expect(service.ask('drop')).rejects.toThrow(/one copy alone/);
    service.projector.close();
    const again = await operated(given, counters());
    expect(await given.stored.alikeVersions(counters())).toEqual([]);
    expect(await again.ask('rebuild')).toEqual({ version: 2_000_001 });
    await until(async () => (await again.state()).beside?.state === 'COMPLETE');
    await again.ask('switch');
    expect(await again.ask('rebuild')).toEqual({ version: 3_000_001 });
    await until(async () => (await again.state()).beside?.state === 'COMPLETE');
    again.projector.close();
    (await operated(given, counters())).projector.close();
    expect((await given.stored.alikeVersions(counters())).toSorted()).toEqual([2_000_001, 3_000_001]);
    expect(await given.stored.checkpoint('counter@1')).toBe(0);
  });

  test('gives way to a raised version, which needs nobody', async () => {
    const { given, service } = await rebuilt();
    await service.ask('switch');
    service.projector.close();
    const { beforeCommit, open, reached } = gate(2, 4);
    const raised = await projecting(given, counters(2), beforeCommit);
    await reached;
    expect(await raised.read()).toEqual(right());
    open();
    await until(() => raised.served.building.length === 0);
    expect(await raised.read()).toEqual({ ...right(), count: EACH * 2 });
    raised.projector.close();
    const after = await operated(given, counters(2));
    expect(await after.read()).toEqual({ ...right(), count: EACH * 2 });
    expect((await after.state()).beside).toBeUndefined();
    expect(await given.stored.alikeVersions(counters(2))).toEqual([]);
    after.projector.close();
  });

  test('refuses a name that no read model has', async () => {
    const { service } = await rebuilt();
    await expect(service.ask('rebuild', 'other')).rejects.toThrow('No read model has the name other.');
    service.projector.close();
  });
});

describe('a process that is killed', () => {
  /** It ends before the n-th commit for which `is` holds. */
  const killedBefore = async (is: (names: readonly string[], versions: readonly number[]) => boolean, n: number) => {
    const given = await givenVersionOne();
    await spoil(given, 'c0', { id: 'c0', count: 7, folded: 7 });
    const killed = Promise.withResolvers<void>();
    let left = n;
    let dead = false;
    const service = await operated(given, counters(), (writes, checkpoints) => {
      const names = checkpoints.map(({ name }) => name);
      if (
        is(
          names,
          writes.map(({ collection }) => collection.version),
        ) &&
        --left === 0
      )
        dead = true;
      if (!dead) return;
      killed.resolve();
      return new Promise(() => {});
    });
    return { given, service, killed: killed.promise };
  };

  const points: readonly (readonly [string, Parameters<typeof killedBefore>[0], number])[] = [
    ['before the copy is begun', (names) => names.includes('beside:counter'), 1],
    ['before its first page', (_, versions) => versions.includes(FIRST), 1],
    ['in the middle of the build', (_, versions) => versions.includes(FIRST), 4],
    ['before the switch', (names) => names.includes('serves:counter') && names.includes('beside:counter'), 2],
  ];
  test.each(points)('%s goes on', async (_, is, n) => {
    const { given, service, killed } = await killedBefore(is, n);
    // A killed process asks no more: the store shows it the build of its successor.
    let isKilled = false;
    const work = service
      .ask('rebuild')
      .then(() => until(async () => isKilled || (await service.state()).beside?.state === 'COMPLETE'))
      .then(() => (isKilled ? undefined : service.ask('switch')));
    work.catch(() => undefined);
    await killed;
    isKilled = true;
    service.projector.close();
    expect((await service.read())?.folded).toBe(7);

    const again = await operated(given, counters());
    expect((await again.read())?.folded).toBe(7);
    if (!(await again.state()).beside) await again.ask('rebuild');
    await until(async () => (await again.state()).beside?.state === 'COMPLETE');
    await again.ask('switch');
    expect(await again.read()).toEqual(right());
    again.projector.close();
  });

  test('after the commit of the switch has switched', async () => {
    const { given, service } = await rebuilt();
    const commit = given.stored.commit.bind(given.stored);
    const switched = Promise.withResolvers<void>();
    given.stored.commit = async (writes, checkpoints) => {
      await commit(writes, checkpoints);
      if (!checkpoints.some(({ name }) => name === 'serves:counter')) return;
      switched.resolve();
      await new Promise(() => {});
    };
    service.ask('switch').catch(() => undefined);
    await switched.promise;
    service.projector.close();
    given.stored.commit = commit;
    const again = await operated(given, counters());
    expect(await again.read()).toEqual(right());
    await again.ask('rollback');
    expect((await again.read())?.folded).toBe(7);
    again.projector.close();
  });
});

test('a reader of a stored copy reads it, whichever serves', async () => {
  const { service } = await rebuilt();
  const copy = storedAs(counters(), FIRST);
  expect(await service.documents.reader(copy as ReturnType<typeof counters>, TENANT).get('c0')).toEqual(right());
  await service.ask('switch');
  const old = storedAs(counters(), 1) as ReturnType<typeof counters>;
  expect((await service.documents.reader(old, TENANT).get('c0'))?.folded).toBe(7);
  service.projector.close();
});

test('work that began before a switch reads one version to its end', async () => {
  const { service } = await rebuilt();
  const read = await service.served.keep(async () => {
    const before = (await service.read())?.folded;
    await service.ask('switch');
    return [before, (await service.read())?.folded];
  });
  expect([...read, (await service.read())?.folded]).toEqual([7, 7, EACH]);
  service.projector.close();
});
