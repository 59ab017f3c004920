import type { Provider } from '@nestjs/common';
import { CONFIG } from '../../config/config.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { provide } from '../../engine/provide.js';
import { Guesses } from '../../fairness/rate-limits/guesses.js';
import { RateLimiter } from '../../fairness/rate-limits/rate-limiter.js';
import { RateSharing } from '../../fairness/rate-limits/rate-sharing.js';
import { CLOCK, IDS } from '../../ports/process/clock.js';
import { LOGGER } from '../../ports/process/logger.js';
import { OPERATIONAL_STORE } from '../../ports/stores/operational-store.js';

/** Where other processes answer calls too, the counts are shared. */
export const rates: readonly Provider[] = [
  provide(RateLimiter, [CLOCK, CONFIG], (clock, { rateLimits }) => new RateLimiter(clock, rateLimits)),
  provide(Guesses, [RateLimiter, CLOCK, IDS], (limiter, clock, ids) => new Guesses(limiter, clock, ids.secret(32))),
  provide(
    RateSharing,
    [RateLimiter, OPERATIONAL_STORE, CLOCK, IDS, LOGGER],
    (limiter, operations, clock, ids, logger) =>
      new RateSharing(limiter, operations, clock, ids.next(), WorkerHost.failed(logger)),
  ),
];
