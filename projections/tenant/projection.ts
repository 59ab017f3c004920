import { tenant } from '../../src/modules/tenants/tenant/domain/tenant.resource.js';

/** Tenants, each alone under its own id. */
export const tenants = tenant.projection({
  name: 'tenant',
  version: 1,
  fields: {},
  indexes: [],
});

/** Category of the streams that it folds. */
export const TENANT_CATEGORY = tenant.category;
