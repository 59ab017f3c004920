import type { LANGUAGES } from '../../../catalogue/tenant.js';
import { resource } from '../../../kernel/resource.js';

/** Whose conversations they are (specification 3). Its subdomain is never given again. */
export interface Tenant {
  readonly name: string;
  readonly subdomain: string;
  readonly preferredLanguage: (typeof LANGUAGES)[number];
  /** No workflow of the tenant acts. */
  readonly workflowsPaused?: true;
}

export const tenant = resource<'Tenant', Tenant>({
  name: 'Tenant',
  category: 'tenant',
  absent: 'errors.tenant.not_found',
  exists: 'errors.tenant.exists',
  personal: ['name'],
});
