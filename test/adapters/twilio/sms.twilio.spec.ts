import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import { twilioSms } from '../../../src/adapters/twilio/twilio-sms.js';
import { instant } from '../../../src/kernel/instant.js';
import { DeliveryRefused } from '../../../src/ports/delivery/delivery-refused.js';
import type { SmsAccount } from '../../../src/ports/delivery/sms.js';
import { type ATwilio, aTwilio, type Behaviour, twilioSignature } from '../../support/servers/twilio-server.js';

const account: SmsAccount = { user: 'AC12', secret: 's3cret', phoneNumber: '+4930111' };
const sms = { id: '0190-a', to: '+4930222', text: 'Grüße & mehr', at: instant('2030-01-01') };

const http = new SsrfSafeHttp({ allow: ['127.0.0.0/8'], resolve: async () => [] });

let twilio: ATwilio;
beforeEach(async () => {
  twilio = await aTwilio();
});
afterEach(() => twilio.close());

const outcome = (as: SmsAccount = account, url = twilio.url) =>
  twilioSms(http, url, 500)
    .send(as, sms, 'https://t.example/status')
    .catch((error) => (error instanceof DeliveryRefused ? [error.reason, error.again] : 'unclear'));

describe('an SMS by Twilio', () => {
  test('is posted to the account, and answered with its id', async () => {
    expect(await outcome()).toBe(twilio.taken[0]?.sid);
    expect(twilio.taken).toEqual([
      {
        account: 'AC12',
        sid: expect.any(String),
        authorization: `Basic ${Buffer.from('AC12:s3cret').toString('base64')}`,
        form: {
          To: '+4930222',
          From: '+4930111',
          Body: 'Grüße & mehr',
          StatusCallback: 'https://t.example/status',
        },
      },
    ]);
  });

  test('is sent by the named sender, else the number, else the messaging service', async () => {
    const provider = twilioSms(http, twilio.url);
    await provider.send(account, { ...sms, from: 'Acme' });
    await provider.send({ user: 'AC12', secret: 's', messagingServiceId: 'MG1' }, sms);
    await provider.send({ user: 'any name', secret: 's', phoneNumber: '+49301' }, sms);
    expect(
      twilio.taken.map(({ account: of, form: { From, MessagingServiceSid } }) => [of, From, MessagingServiceSid]),
    ).toEqual([
      ['AC12', 'Acme', undefined],
      ['AC12', undefined, 'MG1'],
      ['any%20name', '+49301', undefined],
    ]);
  });

  const said: readonly (readonly [Behaviour, unknown])[] = [
    ['too-many', ['twilio_20429', true]],
    ['too-busy', ['twilio_20503', true]],
    ['refuse', ['twilio_21211', false]],
    ['opted-out', ['opted_out', false]],
    ['break', 'unclear'],
    ['stall', 'unclear'],
    ['take-and-die', 'unclear'],
  ];
  test.each(said)('to one that would %s: %j, and it asks once', async (behaviour, expected) => {
    twilio.behave(behaviour);
    expect(await outcome()).toEqual(expected);
    expect(twilio.asked).toHaveLength(1);
  });

  test('to nobody who listens is not sent', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    expect(await outcome(account, `http://127.0.0.1:${port}`)).toEqual(['twilio_unreachable', true]);
  });
});

test('what Twilio posts is known by its signature', () => {
  const { isGenuine } = twilioSms(http);
  const [url, form] = ['https://t.example/status/x', { MessageStatus: 'delivered', MessageSid: 'SM1' }];
  const signature = twilioSignature('s3cret', url, form);
  expect(isGenuine('s3cret', signature, url, form)).toBe(true);
  expect(isGenuine('other', signature, url, form)).toBe(false);
  expect(isGenuine('s3cret', signature, `${url}y`, form)).toBe(false);
  expect(isGenuine('s3cret', signature, url, { ...form, MessageStatus: 'failed' })).toBe(false);
  expect(isGenuine('s3cret', '', url, form)).toBe(false);
  const withPort = twilioSignature('s3cret', 'https://t.example:443/status/x', form);
  expect(isGenuine('s3cret', withPort, url, form)).toBe(true);
  expect(isGenuine('s3cret', twilioSignature('s3cret', url, form), 'https://t.example:443/status/x', form)).toBe(true);
  expect(isGenuine('s3cret', `${signature}A`, url, form)).toBe(false);
});

test('a private address is refused where the deployment names none', async () => {
  const guarded = twilioSms(new SsrfSafeHttp({ resolve: async () => [] }), twilio.url);
  await expect(guarded.send(account, sms)).rejects.toMatchObject({ reason: 'twilio_unreachable' });
  expect(twilio.asked).toHaveLength(0);
});
