import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compose } from '../../../src/adapters/smtp/compose.js';
import { smtpMailer } from '../../../src/adapters/smtp/smtp-mailer.js';
import { instant } from '../../../src/kernel/instant.js';
import { DeliveryRefused } from '../../../src/ports/delivery/delivery-refused.js';
import type { Mail } from '../../../src/ports/delivery/mailer.js';
import { type AMailServer, aMailServer, type MailBehaviour } from '../../support/servers/mail-server.js';

const mail: Mail = {
  id: '0190-a',
  from: 'Tidings <no-reply@tidings.example>',
  to: 'grace@client.example',
  subject: 'Neue Nachricht von Bäckerei 🥐',
  text: 'Grüße\n.\nund ein Punkt',
  at: instant('2030-01-01'),
};

let server: AMailServer;
beforeEach(async () => {
  server = await aMailServer();
});
afterEach(() => server.close());

const outcome = (url = server.url) =>
  smtpMailer(url, async (host) => [host], { connectMs: 1_000, silenceMs: 400 })
    .send(mail)
    .then(
      () => 'sent',
      (error) => (error instanceof DeliveryRefused ? [error.reason, error.again] : 'unclear'),
    );

describe('a mail by SMTP', () => {
  test('arrives whole, under its own id', async () => {
    expect(await outcome()).toBe('sent');
    const [{ from, to, text } = { from: '', to: [], text: '' }] = server.taken;
    expect([from, to]).toEqual(['no-reply@tidings.example', ['grace@client.example']]);
    expect(text).toContain('Message-ID: <0190-a@tidings.example>');
    expect(text).toContain('Subject: =?UTF-8?');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toContain('Date: Tue, 01 Jan 2030 00:00:00 +0000');
  });

  test('names its sender and its thread, and offers one click where the link is https', async () => {
    const written = async (more: Partial<Mail>) => `${await compose({ ...mail, ...more })}`.replace(/\r\n[ \t]/g, ' ');
    const url = `https://t.example/${'x'.repeat(300)}`;
    const text = await written({ senderName: 'Söhne "A", B', thread: 'conversation-1', unsubscribeUrl: url });
    expect(text).toMatch(/^From: =\?UTF-8\?\S+ <no-reply@tidings\.example>\r$/m);
    expect(text).toMatch(/^In-Reply-To:\s+<conversation-1@tidings\.example>\r$/m);
    expect(text).toMatch(/^References:\s+<conversation-1@tidings\.example>\r$/m);
    expect(text).toContain(`List-Unsubscribe: <${url}>\r\n`);
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const plain = await written({ senderName: 'Acme, Inc.', unsubscribeUrl: 'http://127.0.0.1:3000/u' });
    expect(plain).toContain('From: "Acme, Inc." <no-reply@tidings.example>');
    expect(plain).toContain('List-Unsubscribe: <http://127.0.0.1:3000/u>');
    expect(plain).not.toContain('List-Unsubscribe-Post');
    expect(await written({})).not.toMatch(/List-Unsubscribe|References/);
  });

  const said: readonly (readonly [MailBehaviour, unknown])[] = [
    ['later', ['smtp_450', true]],
    ['refuse', ['smtp_550', false]],
    ['refuse-letter', ['smtp_554', false]],
    ['letter-later', ['smtp_451', true]],
    ['drop-early', ['smtp_unreachable', true]],
    ['drop-midway', 'unclear'],
    ['take-and-die', 'unclear'],
    ['stall', 'unclear'],
  ];
  test.each(said)('to a server that would %s: %j', async (behaviour, expected) => {
    server.behave(behaviour);
    expect(await outcome()).toEqual(expected);
  });

  test('to nobody who listens is not sent', async () => {
    await server.close();
    expect(await outcome()).toEqual(['smtp_unreachable', true]);
    server = await aMailServer();
  });

  test('to an address that is none, or with a line break in it, reaches no server as more than one', async () => {
    const send = smtpMailer(server.url, async (host) => [host]).send;
    await send({ ...mail, to: 'a@b.example\r\nBcc: c@d.example' }).catch(() => {});
    await send({ ...mail, subject: 'Hi\r\nBcc: c@d.example' });
    expect(server.taken.flatMap(({ to }) => to)).not.toContain('c@d.example');
    expect(server.taken.map(({ text }) => text).join()).not.toMatch(/^Bcc:/m);
  });

  test('goes to the addresses that the name of the server has, until one of them listens', async () => {
    const asked: string[] = [];
    const { port } = new URL(server.url);
    const mailer = smtpMailer(`smtp://mail.example:${port}`, async (host) => {
      asked.push(host);
      return ['127.0.0.9', '127.0.0.1'];
    });
    await mailer.send(mail);
    expect([asked, server.taken.length]).toEqual([['mail.example'], 1]);
  });

  test('to a server whose name has no address is tried again', async () => {
    const unresolved = [async () => [], () => Promise.reject(new Error('no answer'))];
    for (const resolve of unresolved)
      await expect(smtpMailer('smtp://mail.example', resolve).send(mail)).rejects.toMatchObject({
        reason: 'smtp_unreachable',
        again: true,
      });
  });
});
