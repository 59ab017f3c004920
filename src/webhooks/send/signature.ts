import { Webhook } from 'standardwebhooks';
import { epochMs, type Instant } from '../../kernel/instant.js';

export type Signer = Webhook;

/** Keeps the key of a secret `whsec_…`. */
export const signerOf = (secret: string): Signer => new Webhook(secret);

/** The three headers of Standard Webhooks, scheme v1: one signature for each secret that is valid now. */
export function signed(signers: readonly Signer[], id: string, now: Instant, body: string): Record<string, string> {
  const ms = epochMs(now);
  const timestamp = new Date(ms);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(ms / 1_000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, timestamp, body)).join(' '),
  };
}
