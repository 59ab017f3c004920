import { describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { isAnyParked, parkedItems } from '../../../../src/engine/read-models/parked/parked-list.js';
import { SKIPS, SkipParked, skipDecider } from '../../../../src/kernel/parked/skip.js';
import { NO_TENANT } from '../../../../src/kernel/stream.js';
import { TENANT } from '../../../support/given/given.js';
import { until } from '../../../support/until.js';
import { counters, meta, openLog } from '../../commands/counter.js';
import { operated } from '../building/generations.fixture.js';
import { countUp } from '../building/raised-versions.fixture.js';

/** A log whose second event is damaged. */
async function givenDamaged() {
  const { store, log } = openLog();
  const given = {
    log,
    stored: new SqliteDocumentStore(':memory:'),
    operations: new SqliteOperationalStore(':memory:'),
  };
  await countUp(log, 1, 'c0');
  const id = systemIds.next();
  await store.append(`counter-${TENANT}_bad`, 0, [{ id, type: 'Counted', body: 'no JSON' }]);
  await countUp(log, 3, 'c0');
  const service = await operated(given, counters());
  await until(() => isAnyParked(given.operations));
  return { given, id, service };
}

describe('an event that cannot be decoded', () => {
  test('is named, and stays so after a restart that does not read it again', async () => {
    const { given, id, service } = await givenDamaged();
    const item = {
      id,
      kind: 'EVENT',
      position: 2,
      event_id: id,
      tenant_id: TENANT,
      stream: `counter-${TENANT}_bad`,
      type: 'Counted',
      error: 'its content is not JSON',
      parked_at: expect.any(String),
    };
    expect(await parkedItems(given.operations)).toEqual([item]);
    service.projector.close();
    const again = await operated(given, counters());
    expect(again.events.size).toBe(1);
    expect(await parkedItems(given.operations)).toEqual([item]);
    again.projector.close();
  });

  test('is not decoded by a retry, and is passed over for good once it is skipped', async () => {
    const { given, id, service } = await givenDamaged();
    await expect(service.ask('retry', id)).rejects.toThrow('The event still cannot be decoded.');
    const data = { eventId: id, position: 2, reason: 'the disk was bad' };
    const runner = new CommandRunner(given.log, systemIds, systemClock);
    await runner.run(skipDecider, new SkipParked(SKIPS, data, meta({ tenantId: NO_TENANT, actor: 'operator' })));
    await service.ask('skip', id);
    expect([service.events.size, await isAnyParked(given.operations)]).toEqual([0, false]);
    await service.ask('rebuild');
    await until(async () => (await service.state()).beside?.state === 'COMPLETE');
    await given.log.readableAll(1, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await isAnyParked(given.operations)).toBe(false);
    expect(await service.ask('compare')).toMatchObject({ differences: 0 });
    service.projector.close();
  });
});
