import { retained } from '../catalogue/retention.js';
import { SkipParked, skipDecider, skipEventTypes } from '../kernel/parked/skip.js';
import { quotaCommands, quotaDecider, quotaEventTypes } from '../kernel/quota.js';
import { Release, Reserve, reservationDecider, reservationEventTypes, TakeOver } from '../kernel/reservation.js';
import { ExpirySweeper } from './effects/expiry-sweeper.js';
import { upgradeEffect } from './effects/outbox.js';
import { OutboxWorker } from './effects/outbox-worker.js';
import { ProcessRunner } from './effects/process-runner.js';
import { ClockTrust } from './erasure/clock-trust.js';
import { EngineEraser } from './erasure/engine-eraser.js';
import type { Manifest } from './manifest.js';

/** The engine's own events and workers: reservations of unique names, places of bounds, process managers, the sweeper. */
export const engineManifest: Manifest = {
  name: 'engine',
  events: { ...reservationEventTypes, ...quotaEventTypes, ...skipEventTypes },
  deciders: [
    { decider: reservationDecider, commands: [Reserve, TakeOver, Release] },
    { decider: quotaDecider, commands: quotaCommands },
    { decider: skipDecider, commands: [SkipParked] },
  ],
  workers: [ClockTrust, ProcessRunner, ExpirySweeper, OutboxWorker],
  operationalKinds: retained(
    'idempotency',
    'idempotency-of',
    'rate',
    'signal',
    'signal-source',
    'model-reader',
    'timer',
    'process',
    'lease',
    'known-log',
    'known-time',
    'log-place',
    'data-key',
    'parked',
    'parked-event',
    'model-task',
    'snapshot',
    'effect',
    'mail-quota',
    'expiry',
    'upgrade',
  ),
  erases: [{ places: ['idempotency', 'idempotency-of', 'snapshot'], eraser: EngineEraser }],
  entryUpgrades: { effect: upgradeEffect },
};
