import { type CallBounds, CallPlaces } from '../../../fairness/queue/call-places.js';
import type { QueueEntry } from '../../../fairness/queue/fair-bounds.js';

/** A tenant has as many calls under way as it may have places. */
const PER_TENANT = 8;
const BOUNDS: CallBounds = {
  running: { total: 28, perTenant: PER_TENANT },
  reserved: { total: 4, perTenant: 2 },
  spare: 8,
  waiting: { total: 10_000, perTenant: 1_000 },
  underWay: { total: 128, perTenant: PER_TENANT },
};

/** Places of the effects of one channel, whose calls all go to one host. */
export const effectPlaces = <E extends QueueEntry>(): CallPlaces<E> => new CallPlaces<E>(BOUNDS);
