import { limits } from '../../catalogue/limits/limits.js';
import type { AddressedLocation, Geocoder } from '../../ports/delivery/geocoder.js';
import type { OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { addressedLocation, askServer, listOf, membersOf } from './ask-server.js';

/** A GeoJSON feature collection, best first. */
function toPlaces(answer: unknown): readonly AddressedLocation[] {
  if (answer === undefined) return [];
  return listOf(membersOf(answer).features).flatMap((feature) => {
    const { geometry, properties } = membersOf(feature);
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
    search: async ({ text, language }) => toPlaces(await ask('/v1/search', { text, lang: language, size })),
    structured: async ({ street, postalCode, country, language }) =>
      toPlaces(
        await ask('/v1/search/structured', { address: street, postalcode: postalCode, country, lang: language, size }),
      ),
    reverse: async ({ latitude, longitude, language }) =>
      toPlaces(await ask('/v1/reverse', { 'point.lat': latitude, 'point.lon': longitude, lang: language, size })),
  };
}
