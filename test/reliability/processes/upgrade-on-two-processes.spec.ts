import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { ServedVersions } from '../../../src/engine/read-models/building/served-versions.js';
import { appendMessages } from '../../fixtures/long-log.js';
import { raiseVersions } from '../../fixtures/raise-versions.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type SharedMember, type SharedService, sharedService } from '../../support/given/shared-log.js';
import { until } from '../../support/until.js';

const EVENTS = 4_000;
const path = '/conversations/talk/messages';

let service: SharedService;
let acme: Tenant;
let endRelease: () => void;
const isReady = async (member: SharedMember) => (await member.call('GET', '//health/ready')).status === 200;

/** Two processes of the release before, which have folded all and left. */
beforeAll(async () => {
  service = sharedService();
  const [projector, api] = await Promise.all([service.start(['projector', 'effects']), service.start(['api'])]);
  await until(() => isReady(api));
  acme = await createTenant(api, 'acme');
  await acme.conversationWithClient('talk');
  await acme.post('talk', 'Hello');
  await appendMessages(api.app.get(EventLog), acme.tenantId, EVENTS);
  await until(() => isReady(projector), Boolean, 60_000);
  await until(() => isReady(api), Boolean, 60_000);
  await Promise.all([projector.close(), api.close()]);
  endRelease = raiseVersions();
}, 120_000);
afterAll(async () => {
  await service.close();
  endRelease();
});

test('a process that only answers reads the previous versions until the projector of another one has built the new ones', async () => {
  const api = await service.start(['api']);
  const served = api.app.get(ServedVersions);
  expect(served.building.length).toBeGreaterThan(10);
  const owner = acme.owner.at(api);
  expect((await owner.call('GET', path)).body.messages).toHaveLength(1);

  await service.start(['projector', 'effects']);
  await until(() => isReady(api), Boolean, 30_000);
  const posted = await owner.mustCall('POST', path, { kind: 'TEXT', text: 'While it is built' });
  const headers = { 'tidings-position': posted.headers.get('tidings-position') ?? '' };
  const odd: unknown[] = [];
  do {
    const { body, text } = await owner.call('GET', path, undefined, headers);
    if (body.messages?.length !== 2) odd.push(text);
  } while (served.building.length > 0);
  expect(odd).toEqual([]);
  expect((await owner.call('GET', path)).body.messages).toHaveLength(2);
  expect(await isReady(api)).toBe(true);
}, 60_000);
