import { tenants } from '../../../projections/tenant/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import { tenant } from './domain/tenant.resource.js';

export const tenantManifest: Manifest = {
  name: 'tenant',
  events: tenant.eventTypes,
  deciders: [tenant],
  projections: [tenants],
};
