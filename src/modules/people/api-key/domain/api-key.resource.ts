import type { Permission } from '../../../../catalogue/permissions/permissions.js';
import type { Instant } from '../../../../kernel/instant.js';
import { resource } from '../../../../kernel/resource.js';

/** A machine's way in (specification 3). */
export interface ApiKey {
  readonly name?: string;
  readonly expiresAt?: Instant;
  /** Calls that it may make. Left out: all of the role API_KEY. */
  readonly scopes?: readonly Permission[];
  /** SHA-256 of the secret, which is random enough to need no slower one. */
  readonly digest: string;
}

export const apiKey = resource<'ApiKey', ApiKey>({
  name: 'ApiKey',
  category: 'apiKey',
  absent: 'errors.api_key.not_found',
  exists: 'errors.validation.failed',
  personal: ['name'],
});
