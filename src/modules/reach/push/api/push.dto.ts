import { limits } from '../../../../catalogue/limits/limits.js';
import { ObjectField, TextField, TimestampField } from '../../../../http/fields/fields.js';

const BASE64URL = /^[A-Za-z0-9_-]+$/;

export class PushKeyDto {
  @TextField({
    description: 'Public key of the service (VAPID) in base64url, the `applicationServerKey` of a browser.',
    max: limits.pushPoint,
    pattern: BASE64URL,
  })
  public_key!: string;
}

export class PushDeviceKeysDto {
  @TextField({
    description: 'Public key of the device: a point of P-256 with 65 bytes, in base64url without padding.',
    min: limits.pushPoint,
    max: limits.pushPoint,
    pattern: BASE64URL,
  })
  p256dh!: string;

  @TextField({
    description: 'Secret of the device: 16 bytes in base64url without padding.',
    min: limits.pushSecret,
    max: limits.pushSecret,
    pattern: BASE64URL,
  })
  auth!: string;
}

export class CreatePushSubscriptionDto {
  @TextField({
    description: 'URL of the push service, https. Private network addresses are not allowed.',
    max: limits.url,
    example: 'https://push.example/send/c2VjcmV0',
  })
  endpoint!: string;

  @ObjectField({ description: 'Keys of the device, as the browser gives them.', of: PushDeviceKeysDto })
  keys!: PushDeviceKeysDto;
}

export class PushSubscriptionDto {
  @TextField({ description: 'Id of the subscription.', max: limits.id })
  id!: string;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time at which the subscription ends. A repeated call and each push move it.' })
  expires_at!: string;
}
