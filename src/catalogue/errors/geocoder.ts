import type { RejectionTable } from './rejection-entry.js';

/** Geocoding. */
export const geocoderRejections = {
  'errors.geocoder.unavailable': {
    kind: 'unavailable',
    en: 'The geocoder is temporarily unavailable. Retry after the time in the Retry-After header.',
    de: 'Der Geocoder ist vorübergehend nicht verfügbar. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause:
      'The geocoding server of the deployment does not answer within 5 seconds, or not as it must. Or too many questions of the tenant wait for it.',
    remedy: 'Retry after the seconds in `Retry-After`. Messages with a location can be posted meanwhile.',
  },
} as const satisfies RejectionTable;
