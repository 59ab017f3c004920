import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PushRegistration, subscribeToPush } from '../../sdk/src/push.js';
import { Tidings } from '../../sdk/src/tidings.js';
import { createTenant } from '../fixtures/tenant.js';
import { type Tidings as Service, startTidings } from '../support/api.js';
import { type APushService, aPushService } from '../support/servers/push-service.js';

let pushes: APushService;
let service: Service;
beforeAll(async () => {
  pushes = await aPushService();
  service = await startTidings({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await service.close();
  await pushes.close();
});

/** What a browser has: a device, or none, that was subscribed with a key. */
function standInBrowser(key?: Uint8Array) {
  const done: string[] = [];
  const deviceOf = (applicationServerKey: Uint8Array) => {
    const { endpoint, keys } = pushes.device();
    return {
      options: { applicationServerKey: new Uint8Array(applicationServerKey).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        done.push('unsubscribe');
        device = null;
      },
    };
  };
  let device: ReturnType<typeof deviceOf> | null = key ? deviceOf(key) : null;
  const pushManager = {
    getSubscription: async () => device,
    subscribe: async (options: { applicationServerKey: Uint8Array; userVisibleOnly: boolean }) => {
      done.push(`subscribe ${options.userVisibleOnly}`);
      device = deviceOf(options.applicationServerKey);
      return device;
    },
  };
  return { done, registration: { pushManager } as unknown as PushRegistration };
}

test('a device is subscribed once, renewed, and subscribed anew where the service has another key', async () => {
  const { owner } = await createTenant(service, 'acme');
  const tidings = new Tidings({ url: service.url, credential: owner.token });
  const { done, registration } = standInBrowser();
  const { id } = await subscribeToPush(tidings, registration);
  expect((await subscribeToPush(tidings, registration)).id).toBe(id);
  expect(done).toEqual(['subscribe true']);
  const other = standInBrowser(new Uint8Array(65));
  expect((await subscribeToPush(tidings, other.registration)).id).not.toBe(id);
  expect(other.done).toEqual(['unsubscribe', 'subscribe true']);
});
