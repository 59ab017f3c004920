import type { WebhookPayload } from './api.js';

/** The delivery is not signed with the secret, or it is too old. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

export interface Delivery {
  /** Id of the event. Repeated attempts have the same id: process an event once. */
  readonly id: string;
  readonly payload: WebhookPayload;
}

export interface VerifyOptions {
  /** Age in seconds from which a delivery is refused. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: number;
}

/** Headers of `fetch` in any implementation, or an object with names in any case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function header(headers: HeadersLike, name: string): string {
  const found = isGetter(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const text = Array.isArray(found) && found.length === 1 ? found[0] : found;
  if (typeof text === 'string') return text;
  throw new WebhookRefused(`The header ${name} is missing.`);
}

const isGetter = (headers: HeadersLike): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Checks the signature of a delivery (Standard Webhooks, v1) and gives its payload. `body` is the body as received,
 * not parsed. Any one of several signatures suffices, as they are sent after a rotation.
 * @throws WebhookRefused
 */
export async function verifyWebhook(
  secret: string,
  headers: HeadersLike,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Delivery> {
  const [id, timestamp] = [header(headers, 'webhook-id'), header(headers, 'webhook-timestamp')];
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw new WebhookRefused('The delivery is too old.');
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const utf8 = new TextEncoder();
  const bytes = typeof body === 'string' ? utf8.encode(body) : body;
  const signed = joined(utf8.encode(`${id}.${timestamp}.`), bytes);
  for (const signature of header(headers, 'webhook-signature').split(' ')) {
    if (!/^v1,[A-Za-z0-9+/]+=*$/.test(signature)) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) {
      return { id, payload: JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload };
    }
  }
  throw new WebhookRefused('The signature does not match.');
}
