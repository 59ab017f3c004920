import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { GEOCODER, type Geocoder } from '../../../src/ports/delivery/geocoder.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { type SharedService, sharedService } from '../../support/given/shared-log.js';
import { campaign, ROUNDS, races } from './campaign.js';
import type { Field } from './race.js';

const address = { formattedAddress: 'Platz 1, Berlin', location: { latitude: 52.5, longitude: 13.4 } };
const slowGeocoder: Geocoder = {
  isRemote: true,
  search: async () => [],
  structured: async () => [],
  reverse: async () => {
    await pause(20);
    return [address];
  },
};
const REPLACED = [{ provide: GEOCODER, useValue: slowGeocoder }];

describe(`requests begun together, ${ROUNDS} rounds each, at one process`, () => {
  let service: Tidings;
  let field: Field;
  beforeAll(async () => {
    service = await startTidings({ RATE_LIMITS: 'off' }, undefined, undefined, REPLACED);
    const tenant = await createTenant(service, 'acme');
    field = { tenant, log: service.app.get(EventLog), owners: [tenant.owner, tenant.owner] };
  });
  afterAll(() => closeAudited(service));

  test.each(Object.entries(races))(
    '%s',
    async (name, race) => {
      expect(await campaign(race, field, name)).toEqual([]);
    },
    400_000,
  );
});

describe(`requests begun together, ${ROUNDS} rounds each, at two processes that share a log`, () => {
  let shared: SharedService;
  let field: Field;
  beforeAll(async () => {
    shared = sharedService({ RATE_LIMITS: 'off' });
    await shared.start(['projector', 'effects']);
    const [one, other] = await Promise.all([shared.start(['api'], REPLACED), shared.start(['api'], REPLACED)]);
    const tenant = await createTenant(one, 'acme');
    field = { tenant, log: one.app.get(EventLog), owners: [tenant.owner, tenant.owner.at(other)] };
  }, 60_000);
  afterAll(() => shared.close());

  test.each(Object.entries(races))(
    '%s',
    async (name, race) => {
      expect(await campaign(race, field, name)).toEqual([]);
    },
    400_000,
  );
});
