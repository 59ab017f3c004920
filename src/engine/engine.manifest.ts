import { Release, Reserve, reservationDecider, reservationEventTypes, TakeOver } from '../kernel/reservation.js';
import { ExpirySweeper } from './effects/expiry-sweeper.js';
import { ProcessRunner } from './effects/process-runner.js';
import type { Manifest } from './manifest.js';

/** What the engine itself writes and runs: reservations of unique names, process managers, the sweeper. */
export const engineManifest: Manifest = {
  name: 'engine',
  events: reservationEventTypes,
  deciders: [{ decider: reservationDecider, commands: [Reserve, TakeOver, Release] }],
  workers: [ProcessRunner, ExpirySweeper],
  operationalKinds: {
    idempotency: 'due',
    rate: 'due',
    timer: 'kept',
    process: 'kept',
    lease: 'kept',
    'model-reader': 'due',
    parked: 'kept',
    effect: 'kept',
  },
};
