import { limits } from '../../catalogue/limits/limits.js';
import type { AddressedLocation, Geocoder } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, listOf, membersOf } from './ask-server.js';
import { type NamedCountry, namedCountries } from './named-country.js';

/** A GeoJSON feature collection, best first; where a country was named, only what the server places there. */
function toPlaces(answer: unknown, named?: NamedCountry): readonly AddressedLocation[] {
  if (answer === undefined) return [];
  return listOf(membersOf(answer).features).flatMap((feature) => {
    const { geometry, properties } = membersOf(feature);
    const { country_code: code, country_a: longCode = code } = membersOf(properties);
    if (named?.excludes(longCode)) return [];
    const { coordinates } = membersOf(geometry);
    const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as readonly unknown[]) : [];
    return addressedLocation(membersOf(properties).label, latitude, longitude);
  });
}

/** A server that answers as Pelias does; `base` is the URL above `/v1`. */
export function peliasGeocoder(http: OutboundHttp, base: string): Geocoder {
  const ask = askServer(http, base);
  const countries = namedCountries();
  const size = limits.geocoderResults;
  return {
    isRemote: true,
    async search({ text, country, language }) {
      const named = countries(country);
      if (named && !named.code) return [];
      return toPlaces(await ask('/v1/search', { text, 'boundary.country': named?.code, lang: language, size }), named);
    },
    async structured({ street, postalCode, country, language }) {
      const named = countries(country);
      const address = { address: street, postalcode: postalCode, country, 'boundary.country': named?.code };
      return toPlaces(await ask('/v1/search/structured', { ...address, lang: language, size }), named);
    },
    reverse: async ({ latitude, longitude, language }) =>
      toPlaces(await ask('/v1/reverse', { 'point.lat': latitude, 'point.lon': longitude, lang: language, size })),
  };
}
