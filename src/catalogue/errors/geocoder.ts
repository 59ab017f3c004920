import type { RejectionTable } from './rejection-entry.js';

/** Geocoding. */
export const geocoderRejections = {
  'errors.geocoder.unavailable': {
    kind: 'unavailable',
    en: 'The geocoder is temporarily unavailable. Retry after the time in the Retry-After header.',
    de: 'Der Geocoder ist vorübergehend nicht verfügbar. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause:
      'The geocoding server does not respond within 5 seconds or responds incorrectly. Or too many requests of the tenant wait for it.',
    remedy: 'Retry after the seconds in `Retry-After`. You can post messages with a location in the meantime.',
  },
} as const satisfies RejectionTable;
