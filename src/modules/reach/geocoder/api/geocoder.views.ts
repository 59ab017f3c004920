import type { AddressedLocation } from '../../../../ports/delivery/geocoder.js';
import type { GeocoderResultsDto } from './geocoder.dto.js';

export const toResultsDto = (places: readonly AddressedLocation[]): GeocoderResultsDto => ({
  results: places.map(({ formattedAddress, location: { latitude, longitude } }) => ({
    formatted_address: formattedAddress,
    location: { latitude, longitude },
  })),
});
