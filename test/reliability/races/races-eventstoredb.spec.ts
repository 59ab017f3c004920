import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKeyWrap } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { vocabulary } from '../../../src/composition/registry.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { ORIGIN } from '../../fixtures/passkeys.js';
import { createTenant } from '../../fixtures/tenant.js';
import { enginesFor } from '../../support/engines.js';
import { type Fleet, newFleet } from '../../support/processes/fleet.js';
import { NO_SERVER, SERVER, storeAt } from '../eventstoredb/eventstoredb.fixture.js';
import { campaign, ROUNDS, races } from './campaign.js';
import type { Field } from './race.js';

const where = SERVER ? `, ${ROUNDS} rounds each` : `: ${NO_SERVER}`;

/** The operational store of the fleet, which has its keys. */
async function operationsOf(dataDir: string): Promise<OperationalStore> {
  const url = enginesFor(dataDir).READ_STORE_URL;
  if (!url) return new SqliteOperationalStore(join(dataDir, 'operational.db'), { shared: true });
  const { MongoOperationalStore } = await import('../../../src/adapters/mongodb/operational/operational-store.js');
  return new MongoOperationalStore(url);
}

describe.skipIf(!SERVER)(`requests begun together at two processes on EventStoreDB${where}`, () => {
  let fleet: Fleet;
  let store: EventStore;
  let operations: OperationalStore;
  let field: Field;
  beforeAll(async () => {
    fleet = newFleet({ RATE_LIMITS: 'off', PUBLIC_URL: ORIGIN });
    const [one, other] = await Promise.all([
      fleet.start(['api']),
      fleet.start(['api']),
      fleet.start(['projector']),
      fleet.start(['effects']),
    ]);
    const tenant = await createTenant(one, 'acme');
    store = storeAt(enginesFor(fleet.dataDir).EVENT_STORE_URL ?? '');
    operations = await operationsOf(fleet.dataDir);
    const keys = new StoredDataKeys(operations, fileKeyWrap(fleet.dataDir, undefined));
    const log = new EventLog(store, codecFor(vocabulary, keys));
    field = { tenant, log, owners: [tenant.owner, tenant.owner.at(other)] };
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await operations?.close();
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
