import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

describe('settings of sending', () => {
  test('without any, mails come from the deployment’s own host, into the folder', () => {
    const { smtpUrl, twilioBaseUrl, mailFrom } = readConfig({ PUBLIC_URL: 'https://tidings.example' });
    expect([smtpUrl, twilioBaseUrl, mailFrom]).toEqual([undefined, undefined, 'Tidings <no-reply@tidings.example>']);
  });

  test.each([
    { SMTP_URL: 'smtps://user:pass@mail.example:465' },
    { MAIL_FROM: 'post@acme.example' },
    { MAIL_FROM: 'Acme Support <post@acme.example>' },
    { TWILIO_BASE_URL: 'http://127.0.0.1:4010' },
    { GEOCODER_URL: 'pelias+https://geo.example/pelias?api_key=k' },
    { GEOCODER_URL: 'nominatim+http://127.0.0.1:8080' },
  ])('%j is taken', (environment) => expect(() => readConfig(environment)).not.toThrow());

  test.each([
    { SMTP_URL: 'mail.example' },
    { SMTP_URL: 'https://mail.example' },
    { MAIL_FROM: 'Acme' },
    { MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
    { MAIL_FROM: 'a@b.example, c@d.example' },
    { TWILIO_BASE_URL: 'api.twilio.com' },
    { GEOCODER_URL: 'https://geo.example' },
    { GEOCODER_URL: 'pelias+geo.example' },
    { GEOCODER_URL: 'photon+https://geo.example' },
    { GEOCODER_URL: 'pelias+https://user:secret@geo.example' },
    { GEOCODER_URL: 'nominatim+ftp://geo.example' },
  ])('%j stops the start with one sentence that names it', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} must .*\\.$`, 's'));
  });

  test('the sentence about a wrong SMTP_URL does not repeat its password', () =>
    expect(() => readConfig({ SMTP_URL: 'http://user:secret@mail.example' })).not.toThrow(/secret/));
});
