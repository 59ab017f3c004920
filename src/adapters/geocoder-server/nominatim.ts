import { limits } from '../../catalogue/limits/limits.js';
import { countryCodeOf } from '../../lib/country-names.js';
import type { AddressedLocation, Geocoder, GeocoderLanguage } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, isInCountry, listOf, membersOf } from './ask-server.js';

function toPlace(entry: unknown): readonly AddressedLocation[] {
  const { display_name: address, lat, lon } = membersOf(entry);
  return addressedLocation(address, lat, lon);
}

/** A list; where a country was named, only what the server places there. */
const toPlaces = (answer: unknown, country?: string): readonly AddressedLocation[] =>
  answer === undefined
    ? []
    : listOf(answer)
        .filter((entry) => isInCountry(membersOf(membersOf(entry).address).country_code, country))
        .flatMap(toPlace);

const common = (language: GeocoderLanguage) => ({ format: 'jsonv2', 'accept-language': language });

/** Details of the address have the code of its country. */
const within = (country: string | undefined) =>
  country === undefined ? {} : { countrycodes: country.toLowerCase(), addressdetails: 1 };

/** A server that answers as Nominatim does; `base` is the URL above `/search`. */
export function nominatimGeocoder(http: OutboundHttp, base: string): Geocoder {
  const ask = askServer(http, base);
  const limit = limits.geocoderResults;
  return {
    isRemote: true,
    async search({ text, country, language }) {
      const code = country === undefined ? undefined : countryCodeOf(country);
      if (country !== undefined && code === undefined) return [];
      return toPlaces(await ask('/search', { q: text, limit, ...common(language), ...within(code) }), code);
    },
    async structured({ street, postalCode, country, language }) {
      const code = country === undefined ? undefined : countryCodeOf(country);
      const address = { street, postalcode: postalCode, country };
      return toPlaces(await ask('/search', { ...address, limit, ...common(language), ...within(code) }), code);
    },
    /** One place, or `{error}` where there is none. */
    reverse: async ({ latitude, longitude, language }) =>
      toPlace(await ask('/reverse', { lat: latitude, lon: longitude, ...common(language) })),
  };
}
