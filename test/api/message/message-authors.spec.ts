import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import { SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
/** By name, as the tables below say. `anna` and `bert` take part, `olga` (the owner) and `zoe` do not. */
const callers: Record<string, Caller> = {};

const text = { kind: 'TEXT', text: 'hi' } as const;
const users: Record<string, string> = {};

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
  for (const name of ['anna', 'bert', 'zoe']) {
    const user = await acme.user(name);
    users[name] = user.id;
    callers[name] = user;
  }
  callers.olga = acme.owner;
  callers.key = await acme.apiKey();
});
afterAll(() => tidings.close());

let made = 0;
/** A conversation of users who share a read status (so that there is a SHARED participant) and two clients. */
async function setting(type = 'team') {
  const id = `c${++made}`;
  const participants = [
    { id: 'p-anna', kind: 'USER', user_id: users.anna },
    { id: 'p-bert', kind: 'USER', user_id: users.bert },
    { id: 'p-carl', kind: 'CLIENT', display_name: 'Carl' },
    { id: 'p-dora', kind: 'CLIENT', display_name: 'Dora' },
  ];
  const { participants: people } = await acme.conversation(id, { conversation_type_id: type, participants });
  callers.carl = await acme.client(id, 'p-carl');
  const listed = (await acme.owner.call('GET', people)).body.participants as { id: string; kind: string }[];
  return {
    path: `/conversations/${id}/messages`,
    people,
    shared: listed.find(({ kind }) => kind === 'SHARED')?.id ?? '',
  };
}

const by = (name: string) => callers[name] as Caller;

describe('as whom one may post', () => {
  test.each<[who: string, as: string | undefined, status: number]>([
    ['olga', 'p-anna', 202],
    ['olga', 'p-carl', 202],
    ['olga', 'shared', 403],
    ['olga', 'nobody', 400],
    ['key', undefined, 400],
    ['key', 'p-anna', 202],
    ['key', 'p-carl', 202],
    ['key', 'shared', 403],
    ['key', 'nobody', 400],
    ['anna', undefined, 202],
    ['anna', 'p-anna', 202],
    ['anna', 'p-bert', 403],
    ['anna', 'p-carl', 202],
    ['anna', 'shared', 403],
    ['anna', 'nobody', 400],
    ['carl', undefined, 202],
    ['carl', 'p-carl', 202],
    ['carl', 'p-dora', 403],
    ['carl', 'p-anna', 403],
    ['carl', 'shared', 403],
    ['carl', 'nobody', 400],
    ['zoe', 'p-carl', 202],
    ['zoe', 'p-anna', 403],
  ])('%s as %s: %i', async (who, as, status) => {
    const { path, shared } = await setting();
    const participant_id = as === 'shared' ? shared : as;
    const answer = await by(who).call('POST', path, { ...text, ...(as === undefined ? {} : { participant_id }) });
    expect(answer.status).toBe(status);
    if (status === 202) expect(answer.body.participant_id).toBe(as ?? `p-${who}`);
    if (status === 400)
      expect(answer.body.errors).toEqual([
        expect.objectContaining({
          path: 'participant_id',
          code: as === undefined ? 'errors.field.required' : 'errors.field.reference',
        }),
      ]);
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(status === 202 ? 1 : 0);
  });
  test('who has left is nobody any more', async () => {
    const { path, people } = await setting();
    await acme.owner.call('DELETE', `${people}/p-dora`);
    expect((await by('anna').call('POST', path, { ...text, participant_id: 'p-dora' })).status).toBe(400);
  });
});

describe('a user who takes no part', () => {
  test.each([
    ['zoe', 'zoe'],
    ['olga', 'Olga'],
  ])('%s is made a participant by posting', async (who, display_name) => {
    const { path, people } = await setting('support');
    const { body } = await by(who).call('POST', path, text, { prefer: 'wait' });
    const joined = (await acme.owner.call('GET', `${people}/${body.participant_id}`)).body;
    expect(joined).toMatchObject({ kind: 'USER', display_name, last_message_sequence_seen: 1 });
    expect((await by(who).call('POST', path, text)).body.participant_id).toBe(body.participant_id);
  });
  test('brings the shared marker, whose reading the post moves', async () => {
    await acme.conversation(`c${++made}`, { conversation_type_id: 'team' });
    const conversation = `/conversations/c${made}`;
    await by('zoe').call('POST', `${conversation}/messages`, text, { prefer: 'wait' });
    const { participants } = (await acme.owner.call('GET', `${conversation}/participants`)).body;
    const facts = participants.map((each: Record<string, unknown>) => [each.kind, each.last_message_sequence_seen]);
    expect(facts.sort()).toEqual([
      ['SHARED', 1],
      ['USER', 1],
    ]);
  });
  test('joins once, however many messages are posted at once', async () => {
    const { path, people } = await setting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => by('zoe').call('POST', path, text)));
    expect(new Set(answers.map(({ body }) => body.participant_id)).size).toBe(1);
    expect((await acme.owner.call('GET', people)).body.total_elements).toBe(6);
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(20);
  });
  test('does not join for what is refused', async () => {
    const { path, people } = await setting();
    const taken = { ...text, source_id: 's' };
    await by('anna').call('POST', path, taken);
    expect((await by('zoe').call('POST', path, taken)).status).toBe(409);
    expect((await by('zoe').call('POST', path, { kind: 'TEXT' })).status).toBe(400);
    await acme.owner.call('DELETE', path.replace('/messages', ''));
    expect((await by('zoe').call('POST', path, text)).status).toBe(409);
    expect((await acme.owner.call('GET', people)).body.total_elements).toBe(5);
  });
});

describe('who may read and delete', () => {
  test.each<[who: string, author: string, status: number]>([
    ['olga', 'p-carl', 204],
    ['key', 'p-anna', 204],
    ['anna', 'p-anna', 204],
    ['anna', 'p-bert', 403],
    ['anna', 'p-carl', 403],
    ['zoe', 'p-anna', 403],
    ['carl', 'p-carl', 204],
    ['carl', 'p-dora', 403],
    ['carl', 'p-anna', 403],
  ])('%s deletes a message of %s: %i', async (who, author, status) => {
    const { path } = await setting();
    const { id } = (await acme.owner.call('POST', path, { ...text, participant_id: author }, { prefer: 'wait' })).body;
    expect((await by(who).call('GET', `${path}/${id}`)).status).toBe(200);
    expect((await by(who).call('DELETE', `${path}/${id}`)).status).toBe(status);
    expect((await by(who).call('GET', `${path}/${id}`)).body.deleted_at !== undefined).toBe(status === 204);
  });
  test('to a client other conversations are not there', async () => {
    const { path: elsewhere } = await setting();
    const { id } = (await by('anna').call('POST', elsewhere, text, { prefer: 'wait' })).body;
    const { path } = await setting();
    expect((await by('carl').call('GET', path)).status).toBe(200);
    const absent = { status: 404, body: { code: 'errors.conversation.not_found' } };
    expect(await by('carl').call('GET', elsewhere)).toMatchObject(absent);
    expect(await by('carl').call('GET', `${elsewhere}/${id}`)).toMatchObject(absent);
    expect(await by('carl').call('DELETE', `${elsewhere}/${id}`)).toMatchObject(absent);
    expect(await by('carl').call('POST', elsewhere, text)).toMatchObject(absent);
  });
  test('nobody without a credential', async () => {
    const { path } = await setting();
    for (const [method, below] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/x'],
      ['DELETE', '/x'],
    ] as const)
      expect((await tidings.call(method, `${path}${below}`, method === 'POST' ? { body: text } : {})).status).toBe(401);
  });
});
