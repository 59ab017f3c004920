import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vocabulary } from '../../../src/composition/registry.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant } from '../../fixtures/tenant.js';
import { enginesFor } from '../../support/engines.js';
import { type Fleet, newFleet } from '../../support/processes/fleet.js';
import { NO_SERVER, SERVER, storeAt } from '../eventstoredb/eventstoredb.fixture.js';
import { campaign, ROUNDS, races } from './campaign.js';
import type { Field } from './race.js';

const where = SERVER ? `, ${ROUNDS} rounds each` : `: ${NO_SERVER}`;

describe.skipIf(!SERVER)(`requests begun together at two processes on EventStoreDB${where}`, () => {
  let fleet: Fleet;
  let store: EventStore;
  let field: Field;
  beforeAll(async () => {
    fleet = newFleet({ RATE_LIMITS: 'off' });
    const [one, other] = await Promise.all([
      fleet.start(['api']),
      fleet.start(['api']),
      fleet.start(['projector']),
      fleet.start(['effects']),
    ]);
    const tenant = await createTenant(one, 'acme');
    store = storeAt(enginesFor(fleet.dataDir).EVENT_STORE_URL ?? '');
    const log = new EventLog(store, codecFor(vocabulary));
    field = { tenant, log, owners: [tenant.owner, tenant.owner.at(other)] };
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await fleet?.close();
  });

  test.each(Object.entries(races))(
    '%s',
    async (name, race) => {
      expect(await campaign(race, field, name)).toEqual([]);
    },
    900_000,
  );
});
