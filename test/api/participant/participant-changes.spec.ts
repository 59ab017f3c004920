import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let bert: string;
let path: string;
let made = 0;

const carl = { kind: 'CLIENT', display_name: 'Carl', email: 'carl@example.org', preferred_language: 'en' } as const;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
  bert = (await acme.user('bert')).id;
});
afterAll(() => tidings.close());
beforeEach(async () => {
  ({ participants: path } = await acme.conversation(`c${++made}`, { participants: [{ ...carl, id: 'k' }] }));
});

const refused = (at: string, code: string) => ({
  status: 400,
  body: { code: 'errors.validation.failed', errors: [{ path: at, code }] },
});

describe('replacing a participant', () => {
  test('adds them where they were not', async () => {
    const answer = await acme.owner.call('PUT', `${path}/l`, { ...carl, id: 'l' });
    expect(answer).toMatchObject({ status: 201, body: { ...carl, id: 'l' } });
    expect(answer.headers.get('location')).toBe(`/api/v1${path}/l`);
  });
  test('lets go what is left out', async () => {
    const answer = await acme.owner.call('PUT', `${path}/k`, { kind: 'CLIENT', display_name: 'Karl' });
    expect(answer).toMatchObject({ status: 200, body: { display_name: 'Karl' } });
    expect(answer.body).not.toHaveProperty('email');
    expect(answer.headers.get('location')).toBeNull();
  });
  test('the same again changes nothing, not even the tag', async () => {
    const before = await acme.owner.call('GET', `${path}/k`);
    const answer = await acme.owner.call('PUT', `${path}/k`, carl);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before.body);
    expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
  });
  test('never changes kind or user', async () => {
    await acme.owner.call('POST', path, { kind: 'USER', user_id: bert, id: 'u' });
    const asUser = { kind: 'USER', user_id: bert };
    expect(await acme.owner.call('PUT', `${path}/k`, asUser)).toMatchObject(refused('kind', 'errors.field.refused'));
    const asOlga = { kind: 'USER', user_id: acme.owner.id };
    expect(await acme.owner.call('PUT', `${path}/u`, asOlga)).toMatchObject(refused('user_id', 'errors.field.refused'));
  });
  test('does not give a user a second place', async () => {
    await acme.owner.call('POST', path, { kind: 'USER', user_id: bert });
    expect((await acme.owner.call('PUT', `${path}/u`, { kind: 'USER', user_id: bert })).status).toBe(409);
  });
  test('needs an id that may be chosen, the same in path and body', async () => {
    const { owner } = acme;
    expect(await owner.call('PUT', `${path}/-x`, carl)).toMatchObject(
      refused('participant_id', 'errors.field.pattern'),
    );
    expect(await owner.call('PUT', `${path}/${'x'.repeat(51)}`, carl)).toMatchObject(
      refused('participant_id', 'errors.field.length'),
    );
    expect(await owner.call('PUT', `${path}/k`, { ...carl, id: 'l' })).toMatchObject(
      refused('id', 'errors.field.mismatch'),
    );
  });
});

describe('changing a participant', () => {
  test('changes what is sent, null takes it away', async () => {
    const patch = { id: 'k', display_name: 'Karl', email: null, phone_number: '+4930123456' };
    const answer = await acme.owner.call('PATCH', `${path}/k`, patch);
    expect(answer).toMatchObject({
      status: 200,
      body: { display_name: 'Karl', phone_number: '+4930123456', preferred_language: 'en' },
    });
    expect(answer.body).not.toHaveProperty('email');
    expect(answer.headers.get('etag')).toMatch(/^"2\./);
  });
  test('with nothing changes nothing', async () => {
    const before = await acme.owner.call('GET', `${path}/k`);
    const answer = await acme.owner.call('PATCH', `${path}/k`, {});
    expect([answer.status, answer.body]).toEqual([200, before.body]);
  });
  test.each([
    [{ display_name: null }, 'display_name', 'errors.field.null'],
    [{ display_name: '' }, 'display_name', 'errors.field.length'],
    [{ email: 'x' }, 'email', 'errors.field.format'],
    [{ id: 'l' }, 'id', 'errors.field.mismatch'],
    [{ kind: 'USER' }, 'kind', 'errors.field.unknown'],
    [{ user_id: '01890000-0000-7000-8000-000000000000' }, 'user_id', 'errors.field.unknown'],
  ])('refuses %j', async (patch, at, code) =>
    expect(await acme.owner.call('PATCH', `${path}/k`, patch)).toMatchObject(refused(at, code)),
  );
  test('gives a user no address', async () => {
    await acme.owner.call('PUT', `${path}/u`, { kind: 'USER', user_id: bert });
    const patch = { email: 'b@example.org' };
    expect(await acme.owner.call('PATCH', `${path}/u`, patch)).toMatchObject(refused('email', 'errors.field.refused'));
    expect((await acme.owner.call('PATCH', `${path}/u`, { preferred_language: 'de' })).body.preferred_language).toBe(
      'de',
    );
  });
  test('takes application/merge-patch+json too', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await acme.owner.call('PATCH', `${path}/k`, { display_name: 'Karl' }, headers)).status).toBe(200);
  });
  test('of nobody is 404', async () =>
    expect((await acme.owner.call('PATCH', `${path}/nobody`, {})).body.code).toBe('errors.participant.not_found'));
});

describe('removing a participant', () => {
  test('answers nothing, and they are gone', async () => {
    const answer = await acme.owner.call('DELETE', `${path}/k`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await acme.owner.call('GET', `${path}/k`)).status).toBe(404);
    expect((await acme.owner.call('DELETE', `${path}/k`)).body.code).toBe('errors.participant.not_found');
  });
  test('their id is not given again', async () => {
    await acme.owner.call('DELETE', `${path}/k`);
    for (const answer of [
      await acme.owner.call('POST', path, { ...carl, id: 'k' }),
      await acme.owner.call('PUT', `${path}/k`, carl),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'errors.participant.exists', errors: [{ path: 'id' }] },
      });
    }
  });
  test('the shared marker stays, and is not changed', async () => {
    const { participants: team } = await acme.conversation(`t${made}`, {
      conversation_type_id: 'team',
      participants: [{ kind: 'USER', user_id: bert }],
    });
    const everyone = (await acme.owner.call('GET', team)).body.participants as { id: string; kind: string }[];
    const marker = everyone.find(({ kind }) => kind === 'SHARED');
    expect(marker).toMatchObject({ display_name: 'Acme team' });
    const kept = { status: 409, body: { code: 'errors.participant.kept_by_service' } };
    expect(await acme.owner.call('DELETE', `${team}/${marker?.id}`)).toMatchObject(kept);
    expect(await acme.owner.call('PATCH', `${team}/${marker?.id}`, { display_name: 'We' })).toMatchObject(kept);
  });
});

describe('the tag of a participant', () => {
  test('is its own: the conversation, messages and reading do not move its revision', async () => {
    const { headers } = await acme.owner.call('GET', `${path}/k`);
    const seen = { 'if-match': headers.get('etag') ?? '' };
    await acme.owner.call('PUT', `/conversations/c${made}/labels`, { labels: ['vip'] });
    await acme.owner.call('POST', `/conversations/c${made}/messages`, { kind: 'TEXT', text: 'hi' });
    const activity = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 1 };
    expect((await acme.owner.call('POST', `${path}/k/activity`, activity)).status).toBe(204);
    expect((await acme.owner.call('PATCH', `${path}/k`, { display_name: 'Karl' }, seen)).status).toBe(200);
    for (const stale of [
      await acme.owner.call('PATCH', `${path}/k`, { display_name: 'Carlo' }, seen),
      await acme.owner.call('PUT', `${path}/k`, carl, seen),
      await acme.owner.call('DELETE', `${path}/k`, undefined, seen),
      await acme.owner.call('DELETE', `${path}/k`, undefined, { 'if-match': 'garbage' }),
      await acme.owner.call('PUT', `${path}/new`, carl, { 'if-match': '*' }),
    ]) {
      expect(stale).toMatchObject({ status: 412, body: { code: 'errors.precondition.failed' } });
    }
    expect((await acme.owner.call('DELETE', `${path}/k`, undefined, { 'if-match': '*' })).status).toBe(204);
  });
  test('spares an answer that is known', async () => {
    const { headers } = await acme.owner.call('GET', `${path}/k`);
    const again = await acme.owner.call('GET', `${path}/k`, undefined, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('participants listed with a conversation', () => {
  const replace = (participants: object[]) =>
    acme.owner.call('PUT', `/conversations/c${made}`, { conversation_type_id: 'support', participants });
  test('can be sent again and again', async () => {
    const list = [
      { ...carl, id: 'k', display_name: 'Karl' },
      { kind: 'USER', user_id: bert },
    ];
    await replace(list);
    const first = (await acme.owner.call('GET', path)).body;
    expect(first.participants).toMatchObject([{ id: 'k', display_name: 'Karl' }, { user_id: bert }]);
    expect((await replace(list)).status).toBe(200);
    expect((await acme.owner.call('GET', path)).body).toEqual(first);
  });
  test('need an id or a user', async () =>
    expect(await replace([carl])).toMatchObject(refused('participants.0.id', 'errors.field.required')));
  test('never change their kind', async () =>
    expect(await replace([{ kind: 'USER', user_id: bert, id: 'k' }])).toMatchObject(
      refused('participants.0.kind', 'errors.field.refused'),
    ));
});
