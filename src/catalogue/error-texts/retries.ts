import { type RejectionKind, statusOf } from '../errors/rejection-entry.js';
import { type RejectionCode, rejections } from '../errors/rejections.js';

/**
 * HTTP statuses after which a client sends a request again, with the reason. 500 is one of them: the request may have
 * been processed, and its key or method makes sure that the repetition has no second effect.
 */
export const retriedStatuses = {
  408: 'The request did not arrive in time.',
  429: 'There were too many requests. `Retry-After` gives the seconds to wait.',
  500: 'The service failed. It may have processed the request. A retry has no second effect.',
  502: 'A proxy got no response from the service.',
  503: 'The service cannot take the request now. `Retry-After` gives the seconds to wait.',
  504: 'A proxy got no response in time.',
} as const;

/** Codes after which a client sends a request again although their status says no. */
const apart: readonly RejectionCode[] = ['errors.idempotency.in_progress'];

const isRetried = (kind: RejectionKind) => Object.hasOwn(retriedStatuses, statusOf[kind]);

/** Codes of errors that pass. A socket sends codes without a status. */
export const retriedCodes: readonly RejectionCode[] = [
  ...(Object.keys(rejections) as RejectionCode[]).filter((code) => isRetried(rejections[code].kind)),
  ...apart,
];
