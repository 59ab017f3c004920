import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface KnownPlace {
  readonly en: string;
  readonly de: string;
  readonly country: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
}

const PLACES: readonly KnownPlace[] = [
  {
    en: 'Linz, Upper Austria, Austria',
    de: 'Linz, Oberösterreich, Österreich',
    country: 'AT',
    postalCode: '4020',
    latitude: 48.30639,
    longitude: 14.28611,
  },
  {
    en: 'Vienna, Austria',
    de: 'Wien, Österreich',
    country: 'AT',
    postalCode: '1010',
    latitude: 48.20849,
    longitude: 16.37208,
  },
  ...Array.from({ length: 14 }, (_, n) => ({
    en: `Neustadt ${n}, Germany`,
    de: `Neustadt ${n}, Deutschland`,
    country: 'DE',
    postalCode: `9${n}`,
    latitude: 50 + n / 10,
    longitude: 11,
  })),
];

export interface GeocodingServer {
  readonly url: string;
  /** Path with query of each request. */
  readonly asked: string[];
  /** Answers every request instead. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

interface Asked {
  readonly text?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
  readonly near?: readonly [latitude: number, longitude: number] | undefined;
  readonly size: number;
}

const isNear = ({ latitude, longitude }: KnownPlace, [lat, lon]: readonly [number, number]) =>
  Math.hypot(latitude - lat, longitude - lon) < 0.3;

function found({ text, postalCode, country, near, size }: Asked): readonly KnownPlace[] {
  const names = (place: KnownPlace) => `${place.en} ${place.de}`.toLowerCase();
  return PLACES.filter(
    (place) =>
      (text === undefined ||
        text
          .toLowerCase()
          .split(/[ ,]+/)
          .every((word) => names(place).includes(word))) &&
      (postalCode === undefined || place.postalCode === postalCode) &&
      (country === undefined || place.country === country || names(place).includes(country.toLowerCase())) &&
      (near === undefined || isNear(place, near)),
  ).slice(0, size);
}

const json = (response: ServerResponse, body: unknown) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const optional = (query: URLSearchParams, name: string) => query.get(name) ?? undefined;

/** `{type: FeatureCollection, features: [{geometry: {coordinates: [lon, lat]}, properties: {label, country_code}}]}` */
function pelias({ pathname, searchParams: query }: URL, response: ServerResponse): void {
  const size = Number(query.get('size') ?? 10);
  const near = [Number(query.get('point.lat')), Number(query.get('point.lon'))] as const;
  const asked: Record<string, Asked> = {
    '/v1/search': { text: optional(query, 'text'), size },
    '/v1/search/structured': {
      text: optional(query, 'address'),
      postalCode: optional(query, 'postalcode'),
      country: optional(query, 'country'),
      size,
    },
    '/v1/reverse': { near, size },
  };
  const features = found(asked[pathname] ?? { text: 'no such path', size }).map((place) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
    properties: { label: query.get('lang') === 'de' ? place.de : place.en, country_code: place.country },
  }));
  json(response, { geocoding: { version: '0.2' }, type: 'FeatureCollection', features });
}

/** A list of `{display_name, lat, lon}`, numbers as texts; reverse: one, or `{error}`. */
function nominatim({ pathname, searchParams: query }: URL, response: ServerResponse): void {
  const size = Number(query.get('limit') ?? 10);
  const near = [Number(query.get('lat')), Number(query.get('lon'))] as const;
  const text = optional(query, 'q') ?? optional(query, 'street');
  const area = { postalCode: optional(query, 'postalcode'), country: optional(query, 'country') };
  const places = found(pathname === '/reverse' ? { near, size: 1 } : { text, ...area, size }).map((place) => ({
    display_name: query.get('accept-language') === 'de' ? place.de : place.en,
    lat: String(place.latitude),
    lon: String(place.longitude),
    ...(query.has('addressdetails') ? { address: { country_code: place.country.toLowerCase() } } : {}),
  }));
  json(response, pathname === '/reverse' ? (places[0] ?? { error: 'Unable to geocode' }) : places);
}

const SERVERS = { pelias, nominatim };

/** A geocoding server on loopback that knows a few places and answers as the real one does. */
export async function startGeocodingServer(kind: keyof typeof SERVERS): Promise<GeocodingServer> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (started.answer) started.answer(request, response);
    else SERVERS[kind](new URL(request.url ?? '/', 'http://localhost'), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const started: GeocodingServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}
