import type { RequestClient as TwilioRequestClient } from 'twilio';
import { DeliveryRefused } from '../../ports/delivery-refused.js';
import type { Sms, SmsAccount, SmsProvider } from '../../ports/sms.js';
import { refusal } from './refusal.js';

const API = 'https://api.twilio.com';
const TIMEOUT_MS = 15_000;
/** The library only takes account ids; which one is asked for is said after it is made. */
const SOME_ACCOUNT = 'AC00000000000000000000000000000000';

/** The library is large and slow to load: deployments without SMS never do. */
const library = async () => (await import('twilio')).default;
type Library = Awaited<ReturnType<typeof library>>;

/** Twilio's Messages resource; `baseUrl` stands in for its address. */
export function twilioSms(baseUrl: string = API, timeoutMs: number = TIMEOUT_MS): SmsProvider {
  return {
    async send(account, sms, statusUrl) {
      const twilio = await library();
      const client = clientFor(twilio, account, baseUrl, timeoutMs);
      try {
        return (await client.messages.create(messageOf(account, sms, statusUrl))).sid;
      } catch (error) {
        throw refusal(error);
      }
    },

    async isGenuine(secret, signature, url, form) {
      const { validateRequest } = await library();
      return validateRequest(secret, signature, url, { ...form });
    },
  };
}

function messageOf({ phoneNumber, messagingServiceId }: SmsAccount, { from, to, text }: Sms, statusUrl?: string) {
  const sender = from ?? phoneNumber;
  if (sender === undefined && messagingServiceId === undefined) throw new DeliveryRefused('no_sender', false);
  return {
    to,
    body: text,
    ...(sender === undefined ? { messagingServiceSid: messagingServiceId as string } : { from: sender }),
    ...(statusUrl === undefined ? {} : { statusCallback: statusUrl }),
  };
}

/** A connection of its own for each message: on one that was kept open a break could not be told from an answer lost. */
function clientFor(twilio: Library, { user, secret }: SmsAccount, baseUrl: string, timeout: number) {
  class Redirected extends twilio.RequestClient {
    override request<T>(asked: Parameters<TwilioRequestClient['request']>[0]) {
      return super.request<T>({ ...asked, uri: asked.uri.replace(API, baseUrl), timeout } as never);
    }
  }
  const httpClient = new Redirected({ timeout, keepAlive: false });
  const client = twilio(user, secret, { accountSid: SOME_ACCOUNT, httpClient });
  client.accountSid = user;
  return client;
}
