import { DeliveryRefused } from '../../ports/delivery/delivery-refused.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import type { Sms, SmsAccount, SmsProvider } from '../../ports/delivery/sms.js';
import { assertTaken, failure, messageId } from './answer.js';
import { isSignedBy } from './signature.js';

const API = 'https://api.twilio.com';
const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 65_536;

/** Twilio's Messages resource; `baseUrl` replaces its origin. */
export function twilioSms(http: OutboundHttp, baseUrl: string = API, timeoutMs: number = TIMEOUT_MS): SmsProvider {
  return {
    async send(account, sms, statusUrl) {
      const { user, secret } = account;
      const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`;
      const headers = {
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'user-agent': 'Tidings',
      };
      const body = new URLSearchParams(messageOf(account, sms, statusUrl)).toString();
      const bounds = { once: true, timeoutMs, maxBytes: ANSWER_BYTES } as const;
      const answer = await http.send({ url, method: 'POST', headers, body, ...bounds }).catch((error) => {
        throw failure(error);
      });
      assertTaken(answer);
      return messageId(answer);
    },

    isGenuine: isSignedBy,
  };
}

function messageOf(
  { phoneNumber, messagingServiceId }: SmsAccount,
  { from, to, text }: Sms,
  statusUrl?: string,
): Record<string, string> {
  const sender = from ?? phoneNumber;
  if (sender === undefined && messagingServiceId === undefined) throw new DeliveryRefused('no_sender', false);
  return {
    To: to,
    Body: text,
    ...(sender === undefined ? { MessagingServiceSid: messagingServiceId as string } : { From: sender }),
    ...(statusUrl === undefined ? {} : { StatusCallback: statusUrl }),
  };
}
