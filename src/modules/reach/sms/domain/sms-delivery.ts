/** Delivery states that the provider reports later. */
export interface PublishedEvent {
  readonly status: 'done' | 'failed' | 'suppressed';
  readonly reason?: string;
}

/** The receiver answered STOP: the provider takes no message to this number from this sender (Twilio 21610). */
const OPTED_OUT = '21610';
export const OPTED_OUT_REASON = 'opted_out';

export const isOptedOut = (providerReason: string): boolean => providerReason === `twilio_${OPTED_OUT}`;

const DONE = ['sent', 'delivered', 'read'];
const FAILED = ['undelivered', 'failed', 'canceled'];

/** undefined: it says nothing that is not known, as of a message on its way. */
export function toldBy(status: string, errorCode: string | undefined): PublishedEvent | undefined {
  if (DONE.includes(status)) return { status: 'done' };
  if (!FAILED.includes(status)) return undefined;
  if (errorCode === OPTED_OUT) return { status: 'suppressed', reason: OPTED_OUT_REASON };
  const code = /^\d{1,6}$/.test(errorCode ?? '') ? errorCode : status;
  return { status: 'failed', reason: `twilio_${code}` };
}
