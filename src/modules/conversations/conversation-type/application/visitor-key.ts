import { timingSafeEqual } from 'node:crypto';

/** Bytes of a secret that nobody guesses. */
export const VISITOR_SECRET_BYTES = 16;
/** Tenant and secret, 16 bytes each in base64url, then the conversation type. */
const TEXT = /^([\w-]{22})([\w-]{22})\.([A-Za-z0-9][\w-]*)$/;
const HEX_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The conversation type that a visitor key names. Its stream knows whether the key is valid. */
export interface KeyedType {
  readonly tenantId: string;
  readonly conversationTypeId: string;
}

/** `secret`: random bytes in base64url. */
export const writeVisitorKey = ({ tenantId, conversationTypeId }: KeyedType, secret: string): string =>
  `${Buffer.from(tenantId.replaceAll('-', ''), 'hex').toString('base64url')}${secret}.${conversationTypeId}`;

/** Undefined where it was never a key of the service. */
export function readVisitorKey(text: string): KeyedType | undefined {
  const [, tenant, , conversationTypeId] = TEXT.exec(text) ?? [];
  if (tenant === undefined || conversationTypeId === undefined) return undefined;
  const tenantId = Buffer.from(tenant, 'base64url').toString('hex').replace(HEX_GROUPS, '$1-$2-$3-$4-$5');
  return { tenantId, conversationTypeId };
}

/** In a time that says nothing about where they differ. */
export function isSameKey(known: string | undefined, given: string): boolean {
  const [left, right] = [Buffer.from(known ?? ''), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
