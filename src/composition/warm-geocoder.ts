import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GEOCODER } from '../ports/delivery/geocoder.js';

/**
 * Begins what would make the first question late: a LOCATION message waits half a second for its address. A failure
 * comes again with the first question, which reports it.
 */
export function warmGeocoder(app: NestFastifyApplication): void {
  app
    .get(GEOCODER)
    .prepare?.()
    .catch(() => {});
}
