import { ALL_ROLES, type PermissionTable } from './roles.js';

/** Geocoding. */
export const geocoderPermissions = {
  'geocoder.search': ALL_ROLES,
  'geocoder.structured': ALL_ROLES,
  'geocoder.reverse': ALL_ROLES,
} as const satisfies PermissionTable;
