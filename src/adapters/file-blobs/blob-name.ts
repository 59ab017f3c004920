import { UUID } from '../../kernel/ids.js';

const DIGEST = /^[0-9a-f]{64}$/;

/** `<tenant>`. It becomes a path, so nothing else than a tenant gets through. */
export function tenantFolder(tenantId: string): string {
  if (!UUID.test(tenantId)) throw new TypeError(`${tenantId} is not the id of a tenant.`);
  return tenantId;
}

/** `<tenant>/<aa>/<digest>`. It becomes a path, so nothing else than a tenant and a digest gets through. */
export function blobName(tenantId: string, digest: string): string {
  if (!DIGEST.test(digest)) throw new TypeError(`${digest} is not a digest.`);
  return `${tenantFolder(tenantId)}/${digest.slice(0, 2)}/${digest}`;
}
