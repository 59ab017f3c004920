import type { LoadTarget, Sample } from './load.js';
import { medianOf } from './rounds.js';

/** CPU time of the server for one request, the median of the rounds. In ms; also CPU seconds for 1,000 requests. */
export const cpu = (samples: readonly Pick<Sample, 'cpuMs'>[]): number => medianOf(samples, ({ cpuMs }) => cpuMs);

/** Requests a second, the median of the rounds. */
export const rate = (samples: readonly Pick<Sample, 'perSecond'>[]): number =>
  medianOf(samples, ({ perSecond }) => perSecond);

/** One round of load, by all senders unless their number is given. */
export const round =
  (target: LoadTarget, senders?: number) =>
  (ms: number): Promise<Sample> =>
    target.load(ms, senders);
