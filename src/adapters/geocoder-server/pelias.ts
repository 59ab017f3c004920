import { limits } from '../../catalogue/limits/limits.js';
import { countryCodeOf } from '../../lib/country-names.js';
import type { AddressedLocation, Geocoder } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, isInCountry, listOf, membersOf } from './ask-server.js';

/** A GeoJSON feature collection, best first; where a country was named, only what the server places there. */
function toPlaces(answer: unknown, country?: string): readonly AddressedLocation[] {
  if (answer === undefined) return [];
  return listOf(membersOf(answer).features).flatMap((feature) => {
    const { geometry, properties } = membersOf(feature);
    const { country_code: code, country_a: longCode = code } = membersOf(properties);
    if (!isInCountry(longCode, country)) return [];
    const { coordinates } = membersOf(geometry);
    const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as readonly unknown[]) : [];
    return addressedLocation(membersOf(properties).label, latitude, longitude);
  });
}

/** A server that answers as Pelias does; `base` is the URL above `/v1`. */
export function peliasGeocoder(http: OutboundHttp, base: string): Geocoder {
  const ask = askServer(http, base);
  const size = limits.geocoderResults;
  return {
    isRemote: true,
    async search({ text, country, language }) {
      const code = country === undefined ? undefined : countryCodeOf(country);
      if (country !== undefined && code === undefined) return [];
      return toPlaces(await ask('/v1/search', { text, 'boundary.country': code, lang: language, size }), code);
    },
    async structured({ street, postalCode, country, language }) {
      const code = country === undefined ? undefined : countryCodeOf(country);
      const address = { address: street, postalcode: postalCode, country, 'boundary.country': code };
      return toPlaces(await ask('/v1/search/structured', { ...address, lang: language, size }), code);
    },
    reverse: async ({ latitude, longitude, language }) =>
      toPlaces(await ask('/v1/reverse', { 'point.lat': latitude, 'point.lon': longitude, lang: language, size })),
  };
}
