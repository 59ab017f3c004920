import type { EffectStatus } from '../../../../../engine/effects/outbox.js';

/** Statuses of notifications, by those of the outbox. */
export const NOTIFICATION_STATUS_OF = {
  planned: 'QUEUED',
  claimed: 'QUEUED',
  done: 'SENT',
  failed: 'FAILED',
  unknown: 'UNKNOWN',
  suppressed: 'SUPPRESSED',
} as const satisfies Readonly<Record<EffectStatus, string>>;
