import type { RequestClient as TwilioRequestClient } from 'twilio';
import { DeliveryRefused } from '../../ports/delivery/delivery-refused.js';
import type { Sms, SmsAccount, SmsProvider } from '../../ports/delivery/sms.js';
import { refusal } from './refusal.js';

const API = 'https://api.twilio.com';
const TIMEOUT_MS = 15_000;
/** The constructor takes only account ids; the account of the request is set afterwards. */
const SOME_ACCOUNT = 'AC00000000000000000000000000000000';

type Twilio = typeof import('twilio');

/** The library is large and slow to load: deployments without SMS never do. */
async function load() {
  const twilio = (await import('twilio')).default;
  return { twilio, RedirectedClient: redirectedClient(twilio) };
}

let loading: ReturnType<typeof load> | undefined;
const library = () => (loading ??= load());
type Library = Awaited<ReturnType<typeof load>>;

/** Sends requests to another address than that of the library. */
function redirectedClient(twilio: Twilio) {
  return class extends twilio.RequestClient {
    constructor(
      private readonly baseUrl: string,
      private readonly timeoutMs: number,
    ) {
      super({ timeout: timeoutMs, keepAlive: false });
    }

    override request<T>(asked: Parameters<TwilioRequestClient['request']>[0]) {
      const uri = asked.uri.replace(API, this.baseUrl);
      return super.request<T>({ ...asked, uri, timeout: this.timeoutMs } as never);
    }
  };
}

/** Twilio's Messages resource; `baseUrl` replaces its address. */
export function twilioSms(baseUrl: string = API, timeoutMs: number = TIMEOUT_MS): SmsProvider {
  return {
    async send(account, sms, statusUrl) {
      const client = clientFor(await library(), account, baseUrl, timeoutMs);
      try {
        return (await client.messages.create(messageOf(account, sms, statusUrl))).sid;
      } catch (error) {
        throw refusal(error);
      }
    },

    async isGenuine(secret, signature, url, form) {
      const { validateRequest } = (await library()).twilio;
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

/** Each message uses a new connection: on a reused one, a broken connection looks like a lost answer. */
function clientFor(
  { twilio, RedirectedClient }: Library,
  { user, secret }: SmsAccount,
  baseUrl: string,
  timeoutMs: number,
) {
  const httpClient = new RedirectedClient(baseUrl, timeoutMs);
  const client = twilio(user, secret, { accountSid: SOME_ACCOUNT, httpClient });
  client.accountSid = user;
  return client;
}
