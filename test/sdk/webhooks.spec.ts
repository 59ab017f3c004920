import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookRefused } from '../../sdk/src/webhooks.js';
import { instant } from '../../src/kernel/instant.js';
import { signed, signerOf } from '../../src/webhooks/send/signature.js';

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const OTHER = 'whsec_AAAAsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY =
  '{"type":"test.webhook","timestamp":"2026-02-02T09:15:00.000Z","position":"p1","data":{"delivery_id":"é"}}';
const AT = '2026-02-02T09:15:00.000Z';
const now = Date.parse(AT);

const headersFor = (secrets: readonly string[]) => signed(secrets.map(signerOf), 'an-event', instant(AT), BODY);

describe('a delivery', () => {
  test('that the service signed is taken, with either secret of a rotation', async () => {
    const delivery = { id: 'an-event', payload: JSON.parse(BODY) };
    expect(await verifyWebhook(SECRET, headersFor([SECRET]), BODY, { now })).toEqual(delivery);
    expect(await verifyWebhook(SECRET, new Headers(headersFor([OTHER, SECRET])), BODY, { now })).toEqual(delivery);
  });

  test('is taken with headers and a body as any server has them', async () => {
    const headers = headersFor([SECRET]);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const titled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.replace(/\b[a-z]/g, (first) => first.toUpperCase()),
        [value],
      ]),
    );
    const foreign = { get: (name: string) => (headers as Record<string, string>)[name] ?? null };
    const bytes = new TextEncoder().encode(BODY);
    const part = new Uint8Array([0, ...bytes, 0]).subarray(1, -1);
    for (const given of [upper, titled, new Headers(headers), foreign])
      for (const body of [BODY, bytes, part, Buffer.from(BODY)])
        expect(await verifyWebhook(SECRET, given, body, { now })).toEqual({
          id: 'an-event',
          payload: JSON.parse(BODY),
        });
    const changed = new TextEncoder().encode(BODY.replace('p1', 'p2'));
    await expect(verifyWebhook(SECRET, headers, changed, { now })).rejects.toBeInstanceOf(WebhookRefused);
  });

  test.each([
    ['another secret', OTHER, headersFor([SECRET]), BODY, now],
    ['another body', SECRET, headersFor([SECRET]), BODY.replace('p1', 'p2'), now],
    ['another id', SECRET, { ...headersFor([SECRET]), 'webhook-id': 'b' }, BODY, now],
    ['another time', SECRET, { ...headersFor([SECRET]), 'webhook-timestamp': String(now / 1_000 + 1) }, BODY, now],
    ['an age of over five minutes', SECRET, headersFor([SECRET]), BODY, now + 301_000],
    ['a time of the future', SECRET, headersFor([SECRET]), BODY, now - 301_000],
    ['no number as its time', SECRET, { ...headersFor([SECRET]), 'webhook-timestamp': 'soon' }, BODY, now],
    ['no signature', SECRET, { ...headersFor([SECRET]), 'webhook-signature': '' }, BODY, now],
    ['an unreadable signature', SECRET, { ...headersFor([SECRET]), 'webhook-signature': 'v1,%%% v2,AAAA' }, BODY, now],
    ['a missing header', SECRET, {}, BODY, now],
  ])('with %s is refused', async (_, secret, headers, body, at) => {
    await expect(verifyWebhook(secret, headers, body, { now: at })).rejects.toBeInstanceOf(WebhookRefused);
  });
});
