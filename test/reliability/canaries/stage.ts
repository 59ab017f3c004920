import type { Fleet, Member } from '../../support/processes/fleet.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { type Planted, plant } from './plant.js';
import type { Canaries } from './search.js';

/** Settings of the service that canaries are planted in. */
export const CANARY_SETTINGS = {
  RATE_LIMITS: 'off',
  OUTBOUND_ALLOW: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '600',
  PUBLIC_URL: 'http://127.0.0.1:3000',
};

export const ENDS = ['stopped', 'killed'] as const;
export type End = (typeof ENDS)[number];

export const ended = async (service: Member, end: End): Promise<void> => {
  if (end === 'killed') await service.kill();
  else await service.leave();
};

/** Starts a service in which everything personal is a canary, and ends it after `meanwhile`. */
export async function plantedIn(
  fleet: Fleet,
  end: End,
  meanwhile: (planted: Planted) => Promise<void> = async () => {},
): Promise<Canaries> {
  const receiver = await aReceiver();
  try {
    const service = await fleet.start(['api', 'projector', 'effects']);
    const planted = await plant({ service, receiver });
    await meanwhile(planted);
    await ended(service, end);
    return planted.canaries;
  } finally {
    await receiver.close();
  }
}
