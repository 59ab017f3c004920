import { DeliveryRefused } from '../../ports/delivery/delivery-refused.js';

/** Errors that end a connection before the request was sent. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

interface Failure {
  /** HTTP's, where there was an answer. */
  readonly status?: unknown;
  /** Twilio's number of the error, or the system's name of it. */
  readonly code?: unknown;
}

/**
 * A message is certainly not sent if Twilio refuses it (4xx), is too busy (503), or cannot be reached. Any other 5xx,
 * silence and a broken connection leave it open.
 */
export function refusal(error: unknown): unknown {
  if (error instanceof DeliveryRefused || !(error instanceof Error)) return error;
  const { status, code } = error as Failure;
  if (NEVER_CONNECTED.includes(String(code))) return new DeliveryRefused('twilio_unreachable', true);
  if (typeof status !== 'number') return error;
  const reason = typeof code === 'number' ? `twilio_${code}` : `twilio_http_${status}`;
  if (status === 429 || status === 503) return new DeliveryRefused(reason, true);
  return status >= 300 && status < 500 && status !== 408 ? new DeliveryRefused(reason, false) : error;
}
