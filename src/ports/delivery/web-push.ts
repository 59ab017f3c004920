import { token } from '../../kernel/token.js';

/** The device of a person, as its browser describes it. */
export interface PushDevice {
  /** URL of the push service. Anyone with the URL can send to the device, so it is a secret. */
  readonly endpoint: string;
  /** Keys of the device in base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushOptions {
  /** Seconds that the push service keeps it for a device that is away. */
  readonly ttlSeconds: number;
  /** A waiting push of the same topic is replaced. At most 32 characters of base64url. */
  readonly topic: string;
}

export interface PushRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Writes requests to push services (RFC 8030), encrypted for one device (RFC 8291) and signed by the service (RFC 8292). */
export interface WebPush {
  /** Public key of the service in base64url. A browser subscribes with it. */
  readonly publicKey: string;
  request(device: PushDevice, text: string, options: PushOptions): Promise<PushRequest>;
}

export const WEB_PUSH = token<WebPush>('WebPush');
