import { UUID } from '../../kernel/ids.js';

interface MessageFolder {
  readonly tenantId: string;
  readonly messageId: string;
}

const NAME = /^[a-z0-9-]{1,100}$/;

/** `<tenant>`. @throws TypeError */
export function tenantPath(tenantId: string): string {
  if (!UUID.test(tenantId)) throw new TypeError(`${tenantId} is not a UUID.`);
  return tenantId;
}

/** `<tenant>/<end of the message's id>/<message>`. It becomes a path, so nothing else than two UUIDs gets through. @throws TypeError */
export function messagePath({ tenantId, messageId }: MessageFolder): string {
  for (const id of [tenantId, messageId]) if (!UUID.test(id)) throw new TypeError(`${id} is not a UUID.`);
  return `${tenantId}/${messageId.slice(-2)}/${messageId}`;
}

/** @throws TypeError */
export function assetPath(file: MessageFolder & { readonly name: string }): string {
  if (!NAME.test(file.name)) throw new TypeError(`${file.name} is not the name of a file of an asset.`);
  return `${messagePath(file)}/${file.name}`;
}
