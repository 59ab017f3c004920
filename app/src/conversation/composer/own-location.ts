import type { Location } from '../../../../sdk/src/api.js';

const LOCATION_MS = 20_000;

/** The place of the reader, from the browser. @throws where the browser or the reader refuses */
export const ownLocation = (): Promise<Location> =>
  new Promise((resolve, reject) => {
    const found = ({ coords: { latitude, longitude, accuracy }, timestamp }: GeolocationPosition) =>
      resolve({ latitude, longitude, accuracy, positioned_at: new Date(timestamp).toISOString(), source: 'GPS' });
    navigator.geolocation.getCurrentPosition(found, reject, { timeout: LOCATION_MS, maximumAge: 60_000 });
  });
