import { type PermissionTable, PUBLIC } from './roles.js';

/** Assets of messages. The signed URL is the credential. */
export const assetPermissions = {
  'asset.upload': PUBLIC,
  'asset.download': PUBLIC,
} as const satisfies PermissionTable;
