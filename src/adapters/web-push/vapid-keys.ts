import { createECDH } from 'node:crypto';
import type { Secrets } from '../../ports/identity/secrets.js';

const PURPOSE = 'web-push';

/** In base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The key pair by which push services know this deployment. It derives from the secret of the first start, so it is kept
 * with it, and stays when the master key is rotated. One in 2^32 digests is not a key; the next one is.
 */
export function vapidKeys(secrets: Pick<Secrets, 'digest'>): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = secrets.digest(PURPOSE, `private key ${attempt}`);
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(privateKey, 'base64url');
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey };
  }
}
