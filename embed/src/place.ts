import type { Coordinates } from '../../sdk/src/api.js';

/** The address of a place, else its coordinates. */
export const writtenPlace = ({ latitude, longitude }: Coordinates, address?: string): string =>
  address ?? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Address of a map that shows the place. */
export const mapOf = ({ latitude, longitude }: Coordinates): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
