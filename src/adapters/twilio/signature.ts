import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SmsProvider } from '../../ports/delivery/sms.js';

const AUTHORITY = /^(https?:)\/\/(\[[^\]]*\]|[^/:?#]*)(:\d+)?/;

/** Twilio signs a URL with its port or without it. */
function spellings(url: string): readonly string[] {
  const [whole = '', scheme = '', host = ''] = AUTHORITY.exec(url) ?? [];
  const rest = url.slice(whole.length);
  const standardPort = scheme === 'https:' ? 443 : 80;
  return [url, `${scheme}//${host}${rest}`, `${scheme}//${host}:${standardPort}${rest}`];
}

/** HMAC-SHA1 over the URL, then the names and values of the form in the order of names (Twilio, "Webhooks Security"). */
export const isSignedBy: SmsProvider['isGenuine'] = (secret, signature, url, form) => {
  const given = Buffer.from(signature);
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
    .join('');
  return spellings(url).some((each) => {
    const expected = Buffer.from(createHmac('sha1', secret).update(each).update(fields).digest('base64'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
