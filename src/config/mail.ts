import { WrongSetting } from './environment.js';
import { publicUrl } from './http.js';
import { integer, setting } from './setting.js';

export const mailSettings = {
  smtpUrl: setting(
    {
      name: 'SMTP_URL',
      secret: true,
      default: 'none',
      values: '`smtp://user:password@host:587` or `smtps://…`',
      meaning: 'mail server; without it e-mails are written to `DATA_DIR/outbox/`',
    },
    (url) => {
      if (!url) return undefined;
      if (URL.canParse(url) && ['smtp:', 'smtps:'].includes(new URL(url).protocol) && new URL(url).hostname) return url;
      throw new WrongSetting(
        'SMTP_URL must be a URL like smtp://user:password@mail.example:587 or smtps://mail.example:465.',
      );
    },
  ),
  mailFrom: setting(
    {
      name: 'MAIL_FROM',
      default: '`Tidings <no-reply@host>`, with the host of `PUBLIC_URL`',
      values: 'sender like `Tidings <no-reply@tidings.example>`',
      meaning: 'sender of e-mails',
    },
    (given, environment) => {
      const from = given ?? `Tidings <no-reply@${new URL(publicUrl.read(environment)).hostname}>`;
      if (/^[^<>@\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/.test(from)) return from;
      throw new WrongSetting(`MAIL_FROM must be a sender like Tidings <no-reply@tidings.example>, not "${given}".`);
    },
  ),
  mailsPerMinute: integer({
    name: 'MAILS_PER_MINUTE',
    default: 60,
    min: 1,
    max: 60_000,
    unit: 'e-mails',
    meaning:
      'e-mails of a tenant that the mail server gets for clients in a minute, and the same number for users; further ones wait',
  }),
  mailsPerDay: integer({
    name: 'MAILS_PER_DAY',
    default: 5_000,
    min: 1,
    max: 10_000_000,
    unit: 'e-mails',
    meaning:
      'e-mails of a tenant that the mail server gets for clients in a day, and the same number for users; further ones fail with `mail_quota`',
  }),
  /** Origin of the SMS provider (tests). */
  twilioBaseUrl: setting(
    {
      name: 'TWILIO_BASE_URL',
      default: '`https://api.twilio.com`',
      values: 'origin',
      meaning: 'SMS provider; SMS of a tenant without a provider are written to `DATA_DIR/outbox/`',
    },
    (url) => {
      if (!url) return undefined;
      if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
      throw new WrongSetting(`TWILIO_BASE_URL must be an origin like https://api.twilio.com, not "${url}".`);
    },
  ),
};
