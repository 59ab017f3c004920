import { limits } from '../../catalogue/limits/limits.js';
import type { AddressedLocation, Geocoder, GeocoderLanguage } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, listOf, membersOf } from './ask-server.js';
import { type NamedCountry, namedCountries } from './named-country.js';

function toPlace(entry: unknown): readonly AddressedLocation[] {
  const { display_name: address, lat, lon } = membersOf(entry);
  return addressedLocation(address, lat, lon);
}

/** A list; where a country was named, only what the server places there. */
const toPlaces = (answer: unknown, named?: NamedCountry): readonly AddressedLocation[] =>
  answer === undefined
    ? []
    : listOf(answer)
        .filter((entry) => !named?.excludes(membersOf(membersOf(entry).address).country_code))
        .flatMap(toPlace);

const common = (language: GeocoderLanguage) => ({ format: 'jsonv2', 'accept-language': language });

/** Details of the address have the code of its country. */
const within = (named: NamedCountry | undefined) =>
  named?.code ? { countrycodes: named.code.toLowerCase(), addressdetails: 1 } : {};

/** A server that answers as Nominatim does; `base` is the URL above `/search`. */
export function nominatimGeocoder(http: OutboundHttp, base: string): Geocoder {
  const ask = askServer(http, base);
  const countries = namedCountries();
  const limit = limits.geocoderResults;
  return {
    isRemote: true,
    async search({ text, country, language }) {
      const named = countries(country);
      if (named && !named.code) return [];
      return toPlaces(await ask('/search', { q: text, limit, ...common(language), ...within(named) }), named);
    },
    async structured({ street, postalCode, country, language }) {
      const named = countries(country);
      const address = { street, postalcode: postalCode, country };
      return toPlaces(await ask('/search', { ...address, limit, ...common(language), ...within(named) }), named);
    },
    /** One place, or `{error}` where there is none. */
    reverse: async ({ latitude, longitude, language }) =>
      toPlace(await ask('/reverse', { lat: latitude, lon: longitude, ...common(language) })),
  };
}
