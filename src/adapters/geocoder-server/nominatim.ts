import { limits } from '../../catalogue/limits/limits.js';
import type { AddressedLocation, Geocoder, GeocoderLanguage } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, listOf, membersOf } from './ask-server.js';

function toPlace(entry: unknown): readonly AddressedLocation[] {
  const { display_name: address, lat, lon } = membersOf(entry);
  return addressedLocation(address, lat, lon);
}

const toPlaces = (answer: unknown): readonly AddressedLocation[] =>
  answer === undefined ? [] : listOf(answer).flatMap(toPlace);

const common = (language: GeocoderLanguage) => ({ format: 'jsonv2', 'accept-language': language });

/** A server that answers as Nominatim does; `base` is the URL above `/search`. */
export function nominatimGeocoder(http: OutboundHttp, base: string): Geocoder {
  const ask = askServer(http, base);
  const limit = limits.geocoderResults;
  return {
    isRemote: true,
    search: async ({ text, language }) => toPlaces(await ask('/search', { q: text, limit, ...common(language) })),
    structured: async ({ street, postalCode, country, language }) =>
      toPlaces(await ask('/search', { street, postalcode: postalCode, country, limit, ...common(language) })),
    /** One place, or `{error}` where there is none. */
    reverse: async ({ latitude, longitude, language }) =>
      toPlace(await ask('/reverse', { lat: latitude, lon: longitude, ...common(language) })),
  };
}
