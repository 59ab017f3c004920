import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { isAnyParked, parkedItems } from '../../../../src/engine/read-models/parked/parked-list.js';
import { SKIPS, SkipParked, skipDecider } from '../../../../src/kernel/parked/skip.js';
import { NO_TENANT } from '../../../../src/kernel/stream.js';
import { TENANT } from '../../../support/given/given.js';
import { until } from '../../../support/until.js';
import { counters, meta } from '../../commands/counter.js';
import { operated } from '../building/generations.fixture.js';
import { countUp, EVENTS, givenVersionOne } from '../building/raised-versions.fixture.js';

const EACH = EVENTS / 3;
let isBad = true;

/** Cannot fold one event of the counter c0. */
function poisoned(at: number): ReturnType<typeof counters> {
  const good = counters();
  return {
    ...good,
    evolve: (doc, event) => {
      if (isBad && event.meta.position === at) throw new Error('a bug');
      return good.evolve(doc, event);
    },
  };
}

async function givenParked() {
  isBad = true;
  const given = await givenVersionOne();
  const at = (await given.log.head()) + 1;
  const service = await operated(given, poisoned(at));
  await countUp(given.log, 1, 'c0');
  await service.caughtUp.reached(await countUp(given.log, 6), 2_000);
  const [item] = await parkedItems(given.operations);
  if (!item) throw new Error('Nothing is parked.');
  return { given, service, at, item };
}

describe('a document that cannot be folded', () => {
  test('is named with its event, and says that the service is degraded', async () => {
    const { given, service, at, item } = await givenParked();
    const event = await given.log.placeAt(at);
    expect(item).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      kind: 'DOCUMENT',
      position: at,
      event_id: event?.id,
      tenant_id: TENANT,
      model: 'counter',
      model_version: '1',
      key: 'c0',
      error: 'a bug',
      parked_at: expect.any(String),
    });
    expect(await isAnyParked(given.operations)).toBe(true);
    service.projector.close();
  });

  test('stays parked after a retry that fails, and follows the log after one that does not', async () => {
    const { given, service, item } = await givenParked();
    await expect(service.ask('retry', item.id)).rejects.toThrow('The document still cannot be folded: a bug');
    expect((await service.read())?.folded).toBe(EACH);
    isBad = false;
    await service.ask('retry', item.id);
    expect([(await service.read())?.folded, await isAnyParked(given.operations)]).toEqual([EACH + 3, false]);
    await service.caughtUp.reached(await countUp(given.log, 1, 'c0'), 2_000);
    expect((await service.read())?.folded).toBe(EACH + 4);
    await expect(service.ask('retry', item.id)).rejects.toThrow(`Nothing parked has the id ${item.id}.`);
    service.projector.close();
  });

  const skip = async ({ given, at, item }: Awaited<ReturnType<typeof givenParked>>) => {
    const data = { model: 'counter', eventId: item.event_id, position: at, reason: 'a known defect' };
    const runner = new CommandRunner(given.log, systemIds, systemClock);
    return runner.run(skipDecider, new SkipParked(SKIPS, data, meta({ tenantId: NO_TENANT, actor: 'operator' })));
  };

  test('passes the event over for good once it is skipped, in a rebuild too', async () => {
    const parked = await givenParked();
    const { given, service, item } = parked;
    await skip(parked);
    await service.ask('skip', item.id);
    expect([(await service.read())?.folded, await isAnyParked(given.operations)]).toEqual([EACH + 2, false]);
    await service.ask('rebuild');
    await until(async () => (await service.state()).beside?.state === 'COMPLETE');
    expect(await service.ask('compare')).toMatchObject({ documents: 3, differences: 0 });
    expect(await isAnyParked(given.operations)).toBe(false);
    service.projector.close();
  });

  test('passes it over at the next start where the process was killed behind the event of the skip', async () => {
    const parked = await givenParked();
    const { given, service, at } = parked;
    service.projector.close();
    await skip(parked);
    const again = await operated(given, poisoned(at));
    expect([(await again.read())?.folded, await isAnyParked(given.operations)]).toEqual([EACH + 2, false]);
    again.projector.close();
  });

  test('is skipped once, by one event with the reason', async () => {
    const parked = await givenParked();
    await skip(parked);
    const { events } = await skip(parked);
    expect(events).toEqual([]);
    parked.service.projector.close();
  });

  test('of a dropped copy is not parked any more', async () => {
    const { given, service } = await givenParked();
    await service.ask('rebuild');
    await until(async () => (await service.state()).beside?.state === 'COMPLETE');
    expect((await parkedItems(given.operations)).map(({ model_version }) => model_version).toSorted()).toEqual([
      '1',
      '1.1',
    ]);
    await service.ask('drop');
    expect((await parkedItems(given.operations)).map(({ model_version }) => model_version)).toEqual(['1']);
    service.projector.close();
  });
});
