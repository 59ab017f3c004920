import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type GeocodingServer, startGeocodingServer } from '../../support/servers/geocoding-servers.js';

const LINZ = { latitude: 48.3064, longitude: 14.2861 };
const types = [{ id: 'type', conversation_data_list_item_template: '' }];

let tidings: Tidings;
let acme: Tenant;
const post = (body: object, as = acme) =>
  as.owner.call(
    'POST',
    '/conversations/here/messages',
    { kind: 'LOCATION', location: LINZ, ...body },
    { prefer: 'wait' },
  );
const opened = async (service: Tidings, name: string) => {
  const tenant = await createTenant(service, name, { types });
  await tenant.owner.mustCall('POST', '/conversations', { id: 'here', conversation_type_id: 'type' });
  return tenant;
};
const addressOf = async (body: object) => (await post(body)).body.formatted_address;

describe('a location without an address', () => {
  beforeAll(async () => {
    tidings = await startTidings();
    acme = await opened(tidings, 'places');
    await acme.owner.mustCall('GET', '/geocoder/search?language=en&text=Linz');
  });
  afterAll(() => tidings.close());

  test('is posted with the one that the gazetteer finds, and is read so', async () => {
    const { status, body } = await post({});
    expect([status, body.formatted_address]).toEqual([201, 'Linz, Upper Austria, Austria']);
    const read = await acme.owner.call('GET', `/conversations/here/messages/${body.id}`);
    expect(read.body.formatted_address).toBe(body.formatted_address);
  });

  test('has it in the language of the location, else of the tenant', async () => {
    const german = 'Linz, Oberösterreich, Österreich';
    expect(await addressOf({ location: { ...LINZ, language: 'de-AT' } })).toBe(german);
    expect(await addressOf({ location: { ...LINZ, language: 'fr' } })).toBe('Linz, Upper Austria, Austria');
  });

  test('keeps the one it is given, and has none where there is none', async () => {
    expect(await addressOf({ formatted_address: 'At home' })).toBe('At home');
    expect(await addressOf({ location: { latitude: 0, longitude: -30 } })).toBeUndefined();
  });

  test('is the same message under the same source id, with and without the address', async () => {
    const first = await post({ source_id: 's' });
    const again = await post({ source_id: 's' });
    const { formatted_address } = first.body;
    const whole = await post({ source_id: 's', formatted_address });
    expect([again, whole].map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([200, first.body.id]));
    const elsewhere = await post({ source_id: 's', location: { latitude: 1, longitude: 2 } });
    expect(elsewhere.body.code).toBe('errors.message.source_id_taken');
  });
});

describe('while the geocoding server is away', () => {
  let server: GeocodingServer;
  beforeAll(async () => {
    server = await startGeocodingServer('nominatim');
    tidings = await startTidings({ GEOCODER_URL: `nominatim+${server.url}` });
    acme = await opened(tidings, 'away');
  });
  afterAll(async () => {
    await tidings.close();
    await server.close();
  });

  test('a message is posted without an address, and the server is left alone for a while', async () => {
    await acme.owner.mustCall(
      'GET',
      `/geocoder/reverse?latitude=${LINZ.latitude}&longitude=${LINZ.longitude}&language=en`,
    );
    expect(await addressOf({})).toBe('Linz, Upper Austria, Austria');
    server.answer = (_, response) => response.writeHead(503).end();
    const elsewhere = { location: { latitude: 48.2084, longitude: 16.372 } };
    const before = server.asked.length;
    for (let n = 0; n < 3; n++) {
      const { status, body } = await post(elsewhere);
      expect([status, body.formatted_address]).toEqual([201, undefined]);
    }
    expect(server.asked.length - before).toBe(1);
  });
});

describe('while the geocoding server hangs', () => {
  let server: GeocodingServer;
  let held = 0;
  beforeAll(async () => {
    server = await startGeocodingServer('pelias');
    server.answer = (_, response) => {
      held++;
      response.on('close', () => held--);
    };
    tidings = await startTidings({ GEOCODER_URL: `pelias+${server.url}` });
    acme = await opened(tidings, 'hangs');
  });
  afterAll(async () => {
    await server.close();
    await tidings.close();
  });

  test('a message is posted while the server is still asked, and later ones do not ask it', async () => {
    const first = await post({});
    expect([first.status, first.body.formatted_address, held]).toEqual([201, undefined, 1]);
    expect((await post({ location: { latitude: 1, longitude: 2 } })).status).toBe(201);
    expect(server.asked).toHaveLength(1);
  });
});
