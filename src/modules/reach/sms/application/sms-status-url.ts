/** Message of a status. It is part of the URL that the provider calls. */
export interface StatusOf {
  readonly tenantId: string;
  readonly effectId: string;
}

const TENANT_LENGTH = 36;

/** Not a secret: the service trusts the signature of the request alone. */
const writeStatusToken = ({ tenantId, effectId }: StatusOf): string =>
  Buffer.from(`${tenantId}${effectId}`).toString('base64url');

export function readStatusToken(token: string): StatusOf {
  const text = Buffer.from(token, 'base64url').toString();
  return { tenantId: text.slice(0, TENANT_LENGTH), effectId: text.slice(TENANT_LENGTH) };
}

export const statusUrl = (publicUrl: string, of: StatusOf): string =>
  `${publicUrl}/api/v1/sms/twilio/status/${writeStatusToken(of)}`;

/** A provider calls no address and no `localhost`: it would refuse the message for naming it. */
export function statusUrlFor(publicUrl: string, of: StatusOf): string | undefined {
  const { hostname } = new URL(publicUrl);
  const isNamed = hostname !== 'localhost' && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
  return isNamed ? statusUrl(publicUrl, of) : undefined;
}
