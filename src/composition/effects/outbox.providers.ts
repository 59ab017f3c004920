import type { Provider } from '@nestjs/common';
import { isAtRest } from '../../../projections/tenant/reads.js';
import { CONFIG } from '../../config/config.js';
import { Outbox } from '../../engine/effects/outbox.js';
import { OutboxWorker } from '../../engine/effects/outbox-worker.js';
import { QueueLengths } from '../../engine/effects/queue-lengths.js';
import { SenderRegistry } from '../../engine/effects/sender-registry.js';
import { MailQuota } from '../../engine/effects/sending/mail-quota.js';
import { provide } from '../../engine/provide.js';
import { CLOCK, IDS } from '../../ports/process/clock.js';
import { LOGGER } from '../../ports/process/logger.js';
import { TELEMETRY } from '../../ports/process/tracing.js';
import { DOCUMENT_STORE } from '../../ports/stores/document-store.js';
import { OPERATIONAL_STORE } from '../../ports/stores/operational-store.js';

/** Effects on the outside, and the worker that sends them. */
export const outboxProviders: readonly Provider[] = [
  provide(Outbox, [OPERATIONAL_STORE, CLOCK], (operations, clock) => new Outbox(operations, clock)),
  provide(SenderRegistry, [], () => new SenderRegistry()),
  provide(
    OutboxWorker,
    [Outbox, OPERATIONAL_STORE, CLOCK, IDS, SenderRegistry, LOGGER, QueueLengths, CONFIG, DOCUMENT_STORE, TELEMETRY],
    (
      outbox,
      operations,
      clock,
      ids,
      senders,
      logger,
      queues,
      { mailsPerMinute: perMinute, mailsPerDay: perDay },
      documents,
      tracing,
    ) => {
      const quota = new MailQuota(operations, clock, { perMinute, perDay });
      const isResting = (tenantId: string) => isAtRest(documents, tenantId);
      const parts = [outbox, operations, clock, ids, senders, logger, quota, isResting] as const;
      const worker = new OutboxWorker(...parts, undefined, tracing);
      queues.add('effect', () => worker.waiting);
      return worker;
    },
  ),
];
