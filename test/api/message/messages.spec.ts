import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
});
afterAll(() => closeAudited(tidings));

let made = 0;
async function fresh() {
  const id = `c${++made}`;
  await acme.conversation(id);
  return `/conversations/${id}/messages`;
}
const text = { kind: 'TEXT', text: 'hi' } as const;
const waiting = { prefer: 'wait' };
const at = { latitude: 48.2082, longitude: 16.3738 };

describe('posting a message', () => {
  test('answers it as queued, and where it will be', async () => {
    const path = await fresh();
    const answer = await owner.call('POST', path, text);
    const { id, participant_id, created_at } = answer.body;
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      tenant_id: acme.tenantId,
      conversation_id: `c${made}`,
      participant_id,
      sequence: null,
      ...text,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: created_at,
    });
    expect(answer.headers.get('location')).toBe(`/api/v1${path}/${id}`);
    expect(answer.headers.get('etag')).toMatch(/^"1\./);
    expect(answer.headers.get('preference-applied')).toBeNull();
    const position = answer.headers.get('tidings-position') ?? '';
    expect(position).toMatch(/^p/);
    const read = await owner.call('GET', `${path}/${id}`, undefined, { 'tidings-position': position });
    expect(read.body).toEqual({ ...answer.body, sequence: 1 });
    expect(read.headers.get('etag')).toMatch(/^"1\./);
  });
  test('numbers without gaps', async () => {
    const path = await fresh();
    for (const sequence of [1, 2, 3])
      expect((await owner.call('POST', path, text, waiting)).body.sequence).toBe(sequence);
  });
  test.each([
    ['wait', 'wait'],
    ['wait=3', 'wait=3'],
    ['wait=600', 'wait=10'],
    ['return=minimal, wait=3; a="b"', 'wait=3'],
  ])('Prefer: %s answers its sequence', async (prefer, applied) => {
    const path = await fresh();
    const answer = await owner.call('POST', path, text, { prefer });
    expect(answer.status).toBe(201);
    expect(answer.body.sequence).toBe(1);
    expect(answer.headers.get('preference-applied')).toBe(applied);
    expect(answer.headers.get('location')).toBe(`/api/v1${path}/${answer.body.id}`);
  });
  test.each(['respond-async', 'note="x, wait=5"', 'wait=never'])('Prefer: %s does not wait', async (prefer) => {
    const answer = await owner.call('POST', await fresh(), text, { prefer });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });
  test('who waits in vain is told that it is queued', async () => {
    const path = await fresh();
    const held = holdReadModel(tidings);
    try {
      const answer = await owner.call('POST', path, text, { prefer: 'wait=0' });
      expect(answer.status).toBe(202);
      expect(answer.body.sequence).toBeNull();
      expect(answer.headers.get('preference-applied')).toBeNull();
    } finally {
      held.release();
    }
  });
  test('is refused in an archived conversation and in none', async () => {
    const path = await fresh();
    await owner.call('DELETE', `/conversations/c${made}`);
    expect(await owner.call('POST', path, text)).toMatchObject({
      status: 409,
      body: { code: 'errors.conversation.archived' },
    });
    expect(await owner.call('POST', '/conversations/nowhere/messages', text)).toMatchObject({
      status: 404,
      body: { code: 'errors.conversation.not_found' },
    });
  });
  test('is done once under an Idempotency-Key', async () => {
    const path = await fresh();
    const keyed = { 'idempotency-key': 'k1' };
    const first = await owner.call('POST', path, text, keyed);
    const second = await owner.call('POST', path, text, keyed);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.body]).toEqual([202, first.body]);
    for (const name of ['location', 'etag', 'tidings-position'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect((await owner.call('POST', path, { ...text, text: 'ho' }, keyed)).status).toBe(422);
    expect((await owner.call('POST', path, text, waiting)).body.sequence).toBe(2);
  });
});

describe('a message', () => {
  test('of a place comes back as it was sent, in UTC', async () => {
    const location = { ...at, accuracy: 12.5, source: 'GPS', language: 'de-AT' };
    const said = { kind: 'LOCATION', text: 'here', formatted_address: 'Stephansplatz 1, Wien' };
    const sent = { ...said, location: { ...location, positioned_at: '2030-01-01T10:00:00+02:00' } };
    const { body } = await owner.call('POST', await fresh(), sent, waiting);
    expect(body).toMatchObject({ ...said, location: { ...location, positioned_at: '2030-01-01T08:00:00.000Z' } });
  });
  test.each([
    ['text of 4096 letters outside the first plane', { ...text, text: '𝔻'.repeat(4096) }],
    ['a request for a location', { kind: 'REQUEST_LOCATION', text: 'Where are you?' }],
    ['a bare place at the edge of the map', { kind: 'LOCATION', location: { latitude: -90, longitude: 180 } }],
    ['a source id that ends in a hyphen', { ...text, source_id: `a_${'b'.repeat(97)}-` }],
  ])('may be %s', async (_, sent) => {
    const { status, body } = await owner.call('POST', await fresh(), sent, waiting);
    expect([status, body]).toEqual([201, { ...body, ...sent }]);
  });
  test.each<[object, ...string[]]>([
    [{}, 'kind'],
    [{ kind: 'TEXT' }, 'text'],
    [{ kind: 'REQUEST_LOCATION' }, 'text'],
    [{ kind: 'LOCATION', text: 'here' }, 'location'],
    [{ kind: 'TEXT', source_id: '-a', location: at }, 'source_id', 'text', 'location'],
    [{ kind: 'TEXT', text: 'a', location: at, formatted_address: 'b' }, 'location', 'formatted_address'],
    [{ kind: 'REQUEST_LOCATION', text: 'a', location: at }, 'location'],
    [{ kind: 'IMAGE', location: at }, 'location'],
    [{ kind: 'VIDEO', formatted_address: 'a' }, 'formatted_address'],
    [{ kind: 'AUDIO', text: '' }, 'text'],
    [{ kind: 'text', text: 'a' }, 'kind'],
    [{ ...text, text: '' }, 'text'],
    [{ ...text, text: 'a'.repeat(4097) }, 'text'],
    [{ ...text, text: 'a\0' }, 'text'],
    [{ ...text, text: null }, 'text'],
    [{ ...text, text: 5 }, 'text'],
    [{ ...text, participant_id: 'a'.repeat(51) }, 'participant_id'],
    [{ ...text, source_id: 'a'.repeat(101) }, 'source_id'],
    [{ ...text, sequence: 7 }, 'sequence'],
    [{ ...text, id: 'a' }, 'id'],
    [{ kind: 'LOCATION', location: {} }, 'location.latitude', 'location.longitude'],
    [{ kind: 'LOCATION', location: { latitude: 90.1, longitude: -180.1 } }, 'location.latitude', 'location.longitude'],
    [{ kind: 'LOCATION', location: { ...at, latitude: '1' } }, 'location.latitude'],
    [{ kind: 'LOCATION', location: { ...at, accuracy: -1 } }, 'location.accuracy'],
    [{ kind: 'LOCATION', location: { ...at, source: 'gps' } }, 'location.source'],
    [{ kind: 'LOCATION', location: { ...at, language: 'd' } }, 'location.language'],
    [{ kind: 'LOCATION', location: { ...at, positioned_at: 'today' } }, 'location.positioned_at'],
    [{ kind: 'LOCATION', location: { ...at, altitude: 3 } }, 'location.altitude'],
    [{ kind: 'LOCATION', location: at, formatted_address: 'a'.repeat(501) }, 'formatted_address'],
    [{ kind: 'LOCATION', location: [at] }, 'location'],
  ])('is refused as %j', async (sent, ...paths) => {
    const { status, body } = await owner.call('POST', await fresh(), sent);
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([...paths].sort());
  });
  test('is found at once, though the read model is behind', async () => {
    const path = await fresh();
    const held = holdReadModel(tidings);
    const { body } = await owner.call('POST', path, text);
    const read = owner.call('GET', `${path}/${body.id}`);
    const removed = owner.call('DELETE', `${path}/${body.id}`);
    setTimeout(held.release, 100);
    expect((await read).status).toBe(200);
    expect((await removed).status).toBe(204);
  });
  test.each(['nothing', '01890000-0000-7000-8000-000000000000', 'a.b', '%00'])('%s is none', async (id) => {
    const path = await fresh();
    for (const method of ['GET', 'DELETE'])
      expect(await owner.call(method, `${path}/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'errors.message.not_found' },
      });
  });
  test('of another conversation or tenant is none', async () => {
    const { id } = (await owner.call('POST', await fresh(), text, waiting)).body;
    expect((await owner.call('GET', `${await fresh()}/${id}`)).status).toBe(404);
    const other = await createTenant(tidings, 'other');
    expect((await other.owner.call('GET', `/conversations/c${made - 1}/messages/${id}`)).status).toBe(404);
    expect((await other.owner.call('DELETE', `/conversations/c${made - 1}/messages/${id}`)).status).toBe(404);
  });
  test('that is known already is not sent again', async () => {
    const path = await fresh();
    const { body } = await owner.call('POST', path, text, waiting);
    const read = await owner.call('GET', `${path}/${body.id}`);
    const known = { 'if-none-match': read.headers.get('etag') ?? '' };
    expect(await owner.call('GET', `${path}/${body.id}`, undefined, known)).toMatchObject({ status: 304, text: '' });
  });
});

describe('deleting a message', () => {
  test('leaves its place and nothing of what it said', async () => {
    const path = await fresh();
    const sent = { kind: 'LOCATION', text: 'secret', location: at, formatted_address: 'a', source_id: 's' };
    const { body } = await owner.call('POST', path, sent, waiting);
    const removed = await owner.call('DELETE', `${path}/${body.id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    const left = (await owner.call('GET', `${path}/${body.id}`)).body;
    const { text: _text, location: _at, formatted_address: _address, ...kept } = body;
    expect(left).toEqual({ ...kept, updated_at: left.deleted_at, deleted_at: expect.any(String) });
    expect((await owner.call('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect((await owner.call('GET', `${path}/${body.id}`)).body).toEqual(left);
    expect((await owner.call('POST', path, text, waiting)).body.sequence).toBe(2);
  });
  test('asks for the revision it was told', async () => {
    const path = await fresh();
    const { body } = await owner.call('POST', path, text, waiting);
    const remove = (tag: string) => owner.call('DELETE', `${path}/${body.id}`, undefined, { 'if-match': tag });
    for (const tag of ['"2.x"', 'W/"2.x"', 'nonsense']) expect((await remove(tag)).status).toBe(412);
    expect((await owner.call('GET', `${path}/${body.id}`)).body.deleted_at).toBeUndefined();
    const tag = (await owner.call('GET', `${path}/${body.id}`)).headers.get('etag') ?? '';
    expect((await remove(tag)).status).toBe(204);
    expect((await owner.call('GET', `${path}/${body.id}`)).headers.get('etag')).toMatch(/^"2\./);
    expect((await remove(tag)).status).toBe(412);
  });
});
