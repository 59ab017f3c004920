import { resource } from '../../../kernel/resource.js';

export const LANGUAGES = ['en', 'de'] as const;

/** Letters, digits and spaces, with a letter or digit at both ends (specification 5). */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9 ]*[A-Za-z0-9]$/;

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
