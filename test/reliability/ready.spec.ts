import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signUpBody } from '../fixtures/tenant.js';
import { type SharedMember, type SharedService, sharedService } from '../support/given/shared-log.js';

let service: SharedService;
beforeEach(() => {
  service = sharedService();
});
afterEach(() => service.close());

const isReady = async (member: SharedMember) => (await member.call('GET', '//health/ready')).status === 200;
const untilReady = (member: SharedMember, wanted: boolean) =>
  expect.poll(() => isReady(member), { timeout: 15_000, interval: 5 }).toBe(wanted);

describe('a deployment of several processes is ready', () => {
  test('not before a projector works, and then the first sign-up succeeds', async () => {
    const api = await service.start(['api']);
    expect(await isReady(api)).toBe(false);
    const [projector] = await Promise.all([service.start(['projector']), untilReady(api, true)]);
    const { status } = await api.call('POST', '/signup', { body: signUpBody('acme') });
    expect(status).toBe(201);
    await untilReady(projector, true);
  });

  test('no more when its projector has left, and again with the next one', async () => {
    const api = await service.start(['api']);
    const projector = await service.start(['projector']);
    await untilReady(api, true);
    await projector.close();
    await untilReady(api, false);
    await service.start(['projector', 'effects']);
    await untilReady(api, true);
    expect((await api.call('POST', '/signup', { body: signUpBody('acme') })).status).toBe(201);
  });
});
