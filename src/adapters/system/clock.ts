import { instant } from '../../kernel/instant.js';
import type { Clock } from '../../ports/clock.js';

export const systemClock: Clock = {
  now: () => instant(Date.now()),
  monotonic: () => performance.now(),
};
