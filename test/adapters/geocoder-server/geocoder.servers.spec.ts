import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nominatimGeocoder } from '../../../src/adapters/geocoder-server/nominatim.js';
import { peliasGeocoder } from '../../../src/adapters/geocoder-server/pelias.js';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import { type Geocoder, GeocoderUnavailable } from '../../../src/ports/delivery/geocoder.js';
import { describeGeocoder } from '../../contracts/geocoder.contract.js';
import { type GeocodingServer, startGeocodingServer } from '../../support/servers/geocoding-servers.js';

const kinds = [
  ['pelias', peliasGeocoder, { features: [] }],
  ['nominatim', nominatimGeocoder, []],
] as const;

describe.each(kinds)('%s', (kind, geocoderOf, nothing) => {
  let server: GeocodingServer;
  let geocoder: Geocoder;
  const http = new SsrfSafeHttp({ allow: ['127.0.0.1'], resolve: async () => [] });
  beforeAll(async () => {
    server = await startGeocodingServer(kind);
    geocoder = geocoderOf(http, `${server.url}/?api_key=a%20key`);
  });
  afterAll(async () => {
    await http.close();
    await server.close();
  });

  describeGeocoder(kind, async () => geocoder);

  const search = () => geocoder.search({ text: 'Linz', language: 'en' });
  const answering = async (status: number, body: string) => {
    server.answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return search().finally(() => {
      server.answer = undefined;
    });
  };

  test('parameters of the URL are sent with each question, and no text adds one', async () => {
    server.asked.length = 0;
    await geocoder.search({ text: 'Linz&api_key=mine', language: 'en' });
    const [asked = ''] = server.asked;
    expect(new URL(asked, server.url).searchParams.getAll('api_key')).toEqual(['a key']);
  });

  test('a postal code alone is found', async () => {
    const [place] = await geocoder.structured({ postalCode: '4020', country: 'AT', language: 'de' });
    expect(place?.formattedAddress).toBe('Linz, Oberösterreich, Österreich');
  });

  test('the country is sent as a code with a text, and a country that is not known is not looked for', async () => {
    server.asked.length = 0;
    await geocoder.search({ text: 'Linz', country: 'Österreich', language: 'en' });
    const { searchParams: sent } = new URL(server.asked[0] ?? '', server.url);
    expect(sent.get(kind === 'pelias' ? 'boundary.country' : 'countrycodes')?.toUpperCase()).toBe('AT');
    await geocoder.search({ text: 'Linz', country: 'Nowhere', language: 'en' });
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    [500, JSON.stringify(nothing)],
    [429, JSON.stringify(nothing)],
    [401, JSON.stringify(nothing)],
    [404, JSON.stringify(nothing)],
    [302, ''],
    [200, 'no JSON'],
    [200, '{"a":'],
    [200, '7'],
    [200, 'null'],
    [200, `"${'x'.repeat(300_000)}"`],
  ])('status %d with the body %s is an outage', async (status, body) => {
    await expect(answering(status, body)).rejects.toThrow(GeocoderUnavailable);
  });

  test('what the server calls a bad question finds nothing', async () => {
    expect(await answering(400, '{"errors":["invalid param"]}')).toEqual([]);
    expect(await answering(200, JSON.stringify(nothing))).toEqual([]);
  });

  test('entries without address or coordinates are left out', async () => {
    const broken = [
      null,
      7,
      { display_name: '', lat: '1', lon: '1', properties: { label: '' }, geometry: { coordinates: [1, 1] } },
      { display_name: 'A', lat: 'x', lon: '1', properties: { label: 'A' }, geometry: { coordinates: ['x', 1] } },
      { display_name: 'A', lat: '91', lon: '1', properties: { label: 'A' }, geometry: { coordinates: [1, 91] } },
      { display_name: 'A', properties: { label: 'A' }, geometry: null },
      {
        display_name: ` ${'Ä'.repeat(600)}`,
        lat: '1',
        lon: '2',
        properties: { label: 'Ä'.repeat(600) },
        geometry: { coordinates: [2, 1] },
      },
    ];
    const found = await answering(200, JSON.stringify(kind === 'pelias' ? { features: broken } : broken));
    expect(found).toEqual([{ formattedAddress: 'Ä'.repeat(500), location: { latitude: 1, longitude: 2 } }]);
  });

  test('a server that has gone is an outage', async () => {
    const gone = geocoderOf(http, 'http://127.0.0.1:9');
    await expect(gone.search({ text: 'Linz', language: 'en' })).rejects.toThrow(GeocoderUnavailable);
  });
});
