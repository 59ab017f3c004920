import { createECDH } from 'node:crypto';
import type { World } from '../../fixtures/world.js';
import { json, type Make } from './sample-call.js';

const device = ({ fresh }: World) => ({
  endpoint: `https://push.invalid/send/${fresh('device')}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  },
});

/** Web Push. */
export const pushCalls: Readonly<Record<string, Make>> = {
  push_key: () => ({ path: '/push/key' }),
  push_subscription_create: (world) => json('/push/subscriptions', device(world)),
  push_subscription_delete: async (world, who) => {
    const subscriber = who.role === 'API_KEY' ? world.owner : who;
    const { body } = await subscriber.mustCall('POST', '/push/subscriptions', device(world));
    return { path: `/push/subscriptions/${body.id}` };
  },
};
