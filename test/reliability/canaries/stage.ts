import type { Fleet } from '../../support/processes/fleet.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { plant } from './plant.js';
import type { Canaries } from './search.js';

/** Settings of the service that canaries are planted in. */
export const CANARY_SETTINGS = {
  RATE_LIMITS: 'off',
  OUTBOUND_ALLOW: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '600',
  PUBLIC_URL: 'http://127.0.0.1:3000',
};

/** Starts a service in which everything personal is a canary, and ends it. */
export async function plantedIn(fleet: Fleet, end: 'stopped' | 'killed'): Promise<Canaries> {
  const receiver = await aReceiver();
  try {
    const service = await fleet.start(['api', 'projector', 'effects']);
    const canaries = await plant({ service, receiver });
    if (end === 'killed') await service.kill();
    else await service.leave();
    return canaries;
  } finally {
    await receiver.close();
  }
}
