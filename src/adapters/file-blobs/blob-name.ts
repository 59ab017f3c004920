import { UUID } from '../../kernel/ids.js';

const NAME = /^[0-9a-f]{64}$/;

/** `<tenant>`. It becomes a path, so nothing else than a tenant gets through. */
export function tenantFolder(tenantId: string): string {
  if (!UUID.test(tenantId)) throw new TypeError(`${tenantId} is not the id of a tenant.`);
  return tenantId;
}

/** `<tenant>/<aa>`. */
export const blobFolder = (tenantId: string, name: string): string => `${tenantFolder(tenantId)}/${name.slice(0, 2)}`;

/** `<tenant>/<aa>/<name>`. */
export function blobName(tenantId: string, name: string): string {
  const folder = blobFolder(tenantId, name);
  if (!NAME.test(name)) throw new TypeError(`${name} is not the name of a blob.`);
  return `${folder}/${name}`;
}
