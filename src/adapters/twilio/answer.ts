import { TWILIO_OPTED_OUT } from '../../catalogue/notifications/suppressed-reasons.js';
import { DeliveryRefused, DeliverySuppressed } from '../../ports/delivery/delivery-refused.js';
import { type Incoming, OutgoingFailure, type OutgoingFault } from '../../ports/delivery/outbound-http.js';

/** Faults that end a connection before the request was sent. */
const NEVER_CONNECTED: readonly OutgoingFault[] = ['refused', 'dns_failed'];

/** Without a response the message may have been taken, except where there was no connection. */
export const failure = (error: unknown): unknown =>
  error instanceof OutgoingFailure && NEVER_CONNECTED.includes(error.fault)
    ? new DeliveryRefused('twilio_unreachable', true)
    : error;

/** An answer that is not JSON has no members. */
function membersOf({ body }: Incoming): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(body) };
  } catch {
    return {};
  }
}

/**
 * A message is certainly not sent where Twilio refuses it (4xx) or is too busy to take any (429, 503). Any other 5xx, and
 * 408, leave it open.
 * @throws DeliveryRefused, DeliverySuppressed where the receiver opted out, Error
 */
export function assertTaken(answer: Incoming): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const { code } = membersOf(answer);
  if (code === TWILIO_OPTED_OUT) throw new DeliverySuppressed('opted_out');
  const reason = typeof code === 'number' ? `twilio_${code}` : `twilio_http_${status}`;
  if (status === 429 || status === 503) throw new DeliveryRefused(reason, true);
  if (status >= 300 && status < 500 && status !== 408) throw new DeliveryRefused(reason, false);
  throw new Error(reason);
}

/** Twilio's id of a message that it took. @throws Error where the answer does not name it */
export function messageId(answer: Incoming): string {
  const { sid } = membersOf(answer);
  if (typeof sid === 'string') return sid;
  throw new Error('Twilio took a message and did not name it.');
}
