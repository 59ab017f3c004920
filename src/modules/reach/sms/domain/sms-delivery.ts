import { TWILIO_OPTED_OUT } from '../../../../catalogue/notifications/suppressed-reasons.js';

/** Delivery states that the provider reports later. */
export interface DeliveryReport {
  readonly status: 'done' | 'failed' | 'suppressed';
  readonly reason?: string;
}

const DONE = ['sent', 'delivered', 'read'];
const FAILED = ['undelivered', 'failed', 'canceled'];

/** undefined: the message is on its way, or the status is unknown. */
export function deliveryReport(status: string, errorCode: string | undefined): DeliveryReport | undefined {
  if (DONE.includes(status)) return { status: 'done' };
  if (!FAILED.includes(status)) return undefined;
  if (errorCode === `${TWILIO_OPTED_OUT}`) return { status: 'suppressed', reason: 'opted_out' };
  const code = /^\d{1,6}$/.test(errorCode ?? '') ? errorCode : status;
  return { status: 'failed', reason: `twilio_${code}` };
}
