import { createECDH, createPublicKey, type ECDH, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { jwtVerify } from 'jose';
import { type Answering, aReceiver, type Received } from './webhook-receiver.js';

/** Content encryption of HTTP, as the library of the service uses it. It has no types. */
const { decrypt } = createRequire(import.meta.url)('http_ece') as {
  decrypt(body: Buffer, options: object): Buffer;
};

/** What a browser gives for a device, and the keys that only the device has. */
export interface Device {
  readonly path: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly pair: ECDH;
}

export interface Push {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a push.
  readonly content: any;
}

/** A push service on loopback. Its devices decrypt what is sent to them. */
export async function aPushService(answering?: (received: Received, nth: number) => Answering) {
  const server = await aReceiver(answering ?? (() => 201));
  const devices = new Map<string, Device>();
  const origin = `http://127.0.0.1:${server.port}`;

  const opened = ({ path, headers, bytes }: Received): Push => {
    const device = devices.get(path);
    if (!device) throw new Error(`no device has ${path}`);
    const { pair, keys } = device;
    const text = decrypt(bytes, { version: 'aes128gcm', privateKey: pair, authSecret: keys.auth }).toString();
    return { path, headers, content: JSON.parse(text) };
  };

  return {
    ...server,
    origin,
    device(): Device {
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const made = {
        path,
        endpoint: origin + path,
        keys: { p256dh, auth: randomBytes(16).toString('base64url') },
        pair,
      };
      devices.set(path, made);
      return made;
    },
    /** What the device got, oldest first. */
    to: (device: Device): readonly Push[] => server.received.filter(({ path }) => path === device.path).map(opened),
    /** The claims of the service that sent a push. @throws Error where another key signed them */
    async sender({ headers }: Push, publicKey: string) {
      const [, jwt = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
      if (key !== publicKey) throw new Error(`the push names the key ${key}`);
      const point = Buffer.from(publicKey, 'base64url');
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
      const verifying = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
      return (await jwtVerify(jwt, verifying)).payload;
    },
  };
}

export type APushService = Awaited<ReturnType<typeof aPushService>>;
