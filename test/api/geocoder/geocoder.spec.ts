import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type GeocodingServer, startGeocodingServer } from '../../support/servers/geocoding-servers.js';

const LINZ = 'text=Linz,%20Austria';

describe('with the gazetteer', () => {
  let tidings: Tidings;
  let world: World;
  beforeAll(async () => {
    tidings = await startTidings();
    world = await createWorld(tidings, 'pluto');
  });
  afterAll(() => tidings.close());

  const ask = (path: string) => world.owner.call('GET', `/geocoder/${path}`);

  test('a text is found with address and coordinates', async () => {
    const { status, body } = await ask(`search?language=de&${LINZ}`);
    expect([status, body.results[0]]).toEqual([
      200,
      { formatted_address: 'Linz, Oberösterreich, Österreich', location: { latitude: 48.30639, longitude: 14.28611 } },
    ]);
  });

  test('a street that is not known falls back to the place that it names', async () => {
    const { body } = await ask('search/structured?street=Hauptplatz%201,%20Linz&country=AT&postalCode=4020');
    expect(body.results[0].formatted_address).toBe('Linz, Upper Austria, Austria');
  });

  test.each(['ES', 'Spain', 'es', 'Spanien', 'Es', 'E', 'Ess'])(
    'a street that names no place is not found outside its country: %s',
    async (country) => {
      const { status, body } = await ask(`search/structured?street=Calle%20Mayor%201&country=${country}`);
      expect([status, body.results]).toEqual([200, []]);
    },
  );

  test('coordinates have an address in the language that Accept-Language prefers, or the one named', async () => {
    const headers = { 'accept-language': 'de' };
    const path = '/geocoder/reverse?latitude=48.2085&longitude=16.3721';
    const preferred = await world.owner.call('GET', path, undefined, headers);
    const named = await world.owner.call('GET', `${path}&language=en`, undefined, headers);
    const address = ({ body }: typeof named) => body.results[0].formatted_address;
    expect([address(preferred), address(named)].map((text) => text.split(', ').at(-1))).toEqual([
      'Österreich',
      'Austria',
    ]);
  });

  test('nothing found is an empty answer', async () => {
    for (const path of [
      'search?language=en&text=Zzyzzqxw',
      'search/structured?street=Zzyzzqxw',
      'reverse?latitude=0&longitude=-30',
    ])
      expect(await ask(path)).toMatchObject({ status: 200, body: { results: [] } });
  });

  test.each([
    ['search', ['language', 'text']],
    ['search?language=en', ['text']],
    ['search?text=Linz', ['language']],
    ['search?text=Linz&language=fr', ['language']],
    ['search?text=&language=en', ['text']],
    [`search?text=${'a'.repeat(201)}&language=en`, ['text']],
    [`search?text=${'(a%2B)%2B%24'.repeat(900)}&language=en`, ['text']],
    ['search?text=Linz&language=en&limit=3', ['limit']],
    ['search?text=Linz&text=Graz&language=en', ['text']],
    ['search/structured', ['street']],
    ['search/structured?country=AT&postalCode=4020', ['street']],
    ['search/structured?street=Linz&postal_code=4020', ['postal_code']],
    [`search/structured?street=Linz&postalCode=${'1'.repeat(21)}`, ['postalCode']],
    ['reverse', ['latitude', 'longitude']],
    ['reverse?latitude=48', ['longitude']],
    ['reverse?latitude=91&longitude=181', ['latitude', 'longitude']],
    ['reverse?latitude=north&longitude=1e2', ['latitude', 'longitude']],
    ['reverse?latitude=NaN&longitude=Infinity', ['latitude', 'longitude']],
    ['reverse?latitude=0x10&longitude=+1', ['latitude', 'longitude']],
  ])('%s is 400 at its fields', async (path, fields) => {
    const { status, body } = await ask(path);
    expect([status, body.errors.map((error: { path: string }) => error.path).sort()]).toEqual([400, fields]);
  });
});

describe('with a server', () => {
  let server: GeocodingServer;
  let tidings: Tidings;
  let world: World;
  let other: World;
  beforeAll(async () => {
    server = await startGeocodingServer('pelias');
    tidings = await startTidings({ GEOCODER_URL: `pelias+${server.url}` });
    world = await createWorld(tidings, 'pluto');
    other = await createWorld(tidings, 'zeta');
  });
  afterAll(async () => {
    await tidings.close();
    await server.close();
  });

  const ask = (path: string, as = world) => as.owner.call('GET', `/geocoder/${path}`);
  /** What the server was asked meanwhile. */
  const askedDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = server.asked.length;
    await work();
    return server.asked.slice(before).map((url) => new URL(url, server.url).pathname);
  };

  test('a tenant asks it once for the same, and what another tenant asked is not told by the time it takes', async () => {
    const search = () => ask(`search?language=en&${LINZ}`);
    expect(await askedDuring(search)).toEqual(['/v1/search']);
    expect(await askedDuring(search)).toEqual([]);
    expect((await search()).body.results[0].formatted_address).toBe('Linz, Upper Austria, Austria');
    expect(await askedDuring(() => ask(`search?language=en&${LINZ}`, other))).toEqual(['/v1/search']);
    expect(await askedDuring(() => ask(`search?language=de&${LINZ}`))).toEqual(['/v1/search']);
  });

  test('the same question from many at once is asked once', async () => {
    const many = () => Promise.all(Array.from({ length: 20 }, () => ask('search?language=en&text=Vienna')));
    expect(await askedDuring(many)).toEqual(['/v1/search']);
  });

  test('neighbouring coordinates share an answer', async () => {
    const near = (last: string) => () => ask(`reverse?latitude=48.20849${last}&longitude=16.37208`);
    expect(await askedDuring(near('1'))).toEqual(['/v1/reverse']);
    expect(await askedDuring(near('2'))).toEqual([]);
  });

  test('the postal code is searched, then the place', async () => {
    const structured = '/v1/search/structured';
    const unknown = (rest: string) => () => ask(`search/structured?street=Nowhere%20${rest}`);
    expect(await askedDuring(unknown('1&country=AT&postalCode=4020'))).toEqual([structured, structured]);
    const { body } = await ask('search/structured?street=Nowhere%201&country=AT&postalCode=4020');
    expect(body.results[0].formatted_address).toBe('Linz, Upper Austria, Austria');
    expect(await askedDuring(unknown('2&country=AT&postalCode=0'))).toEqual([structured, structured, '/v1/search']);
    expect(await askedDuring(unknown('3'))).toEqual([structured, '/v1/search']);
  });

  test('what the server finds outside the country is left out', async () => {
    const { body } = await ask('search/structured?street=Neustadt&country=AT');
    expect(body.results).toEqual([]);
    expect((await ask('search/structured?street=Neustadt&country=DE')).body.results).toHaveLength(10);
  });

  test('an outage is 503 with Retry-After, is not remembered, and keeps what is known', async () => {
    await ask(`search?language=en&${LINZ}`);
    server.answer = (_, response) => response.writeHead(500).end();
    const { status, body, headers } = await ask('search?language=en&text=Neustadt');
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([
      503,
      'errors.geocoder.unavailable',
      true,
    ]);
    expect((await ask(`search?language=en&${LINZ}`)).status).toBe(200);
    server.answer = undefined;
    expect((await ask('search?language=en&text=Neustadt')).body.results).toHaveLength(10);
  });

  test('questions of a tenant that hang take the places of no other tenant', async () => {
    const held: (() => void)[] = [];
    let open = 0;
    let most = 0;
    server.answer = (_, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
      held.push(() => response.writeHead(500).end());
    };
    const hanging = Array.from({ length: 90 }, (_, n) => ask(`search?language=en&text=Linz%20${n}`));
    const refused = await Promise.race(hanging);
    expect(refused.body.code).toBe('errors.geocoder.unavailable');
    server.answer = undefined;
    expect((await ask('search?language=de&text=Neustadt', other)).status).toBe(200);
    expect(most).toBeLessThanOrEqual(8);
    for (const release of held) release();
    const answers = await Promise.all(hanging);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });
});
