import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGGER, type Logger } from '../../src/ports/process/logger.js';
import { StoreRefused } from '../../src/ports/stores/event-store.js';
import { type SharedMember, type SharedService, sharedService } from '../support/given/shared-log.js';

let service: SharedService;
let api: SharedMember;
const lines: { readonly reason?: string; readonly message: string }[] = [];
const say = (fields: object, message: string) => void lines.push({ ...fields, message });
const logger: Logger = { debug: () => {}, info: () => {}, warn: say, error: say };

beforeAll(async () => {
  service = sharedService();
  await service.start(['projector', 'effects']);
  api = await service.start(['api'], [{ provide: LOGGER, useValue: logger }]);
});
afterAll(() => service.close());

const ready = () => api.call('GET', '//health/ready', { headers: { 'Accept-Language': 'en' } });

test('a running process whose credentials are refused says so when asked whether it is ready, and in one line', async () => {
  await expect.poll(async () => (await ready()).status).toBe(200);
  api.log.cut(new StoreRefused('The event store refuses the user or the password of EVENT_STORE_URL'));
  await expect.poll(async () => (await ready()).status).toBe(503);
  for (let n = 0; n < 20; n++) expect(await ready()).toMatchObject({ status: 503 });
  expect((await ready()).body).toMatchObject({
    code: 'errors.store.refused',
    message: 'A store refuses the user or the password of the service. The operator must correct its URL.',
  });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(lines).toEqual([
    {
      reason: 'The event store refuses the user or the password of EVENT_STORE_URL',
      message: 'A store refuses the credentials of the service; correct its URL and start again',
    },
  ]);
  api.log.resume();
  await expect.poll(async () => (await ready()).status).toBe(200);
});
