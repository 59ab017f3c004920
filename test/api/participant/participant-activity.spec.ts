import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { SIGNALS, type Signal, type Signals } from '../../../src/ports/stores/signals.js';
import type { Caller } from '../../fixtures/caller.js';
import { postMessage, SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { requestedHead } from '../../support/given/tenant-log.js';

let tidings: Tidings;
let acme: Tenant;
let bert: Caller;
let made = 0;
let id: string;
let path: string;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
  bert = await acme.user('bert');
});
afterAll(() => tidings.close());

const carl = { id: 'k', kind: 'CLIENT', display_name: 'Carl' };
const olga = () => ({ id: 'o', kind: 'USER', user_id: acme.owner.id });
const berts = () => ({ id: 'b', kind: 'USER', user_id: bert.id });
const start = async (type: string) => {
  id = `c${++made}`;
  ({ participants: path } = await acme.conversation(id, { conversation_type_id: type, participants: [carl, olga()] }));
};
beforeEach(() => start('support'));

const standing = async (participant: string) => {
  const { last_message_sequence_seen, unread_messages_count } = (await acme.owner.call('GET', `${path}/${participant}`))
    .body;
  return [last_message_sequence_seen, unread_messages_count];
};
const seen = (participant: string, sequence: number, caller: Caller = acme.owner) =>
  caller.call('POST', `${path}/${participant}/activity`, {
    activity: 'MESSAGE_SEEN',
    last_message_sequence_seen: sequence,
  });
const head = () => requestedHead(tidings);

describe('what someone has read', () => {
  test('is what came before they joined', async () => {
    await postMessage(acme.owner, id);
    await postMessage(acme.owner, id);
    await acme.owner.call('POST', path, berts());
    expect(await standing('b')).toEqual([2, 0]);
    expect(await standing('k')).toEqual([0, 2]);
    await postMessage(acme.owner, id);
    expect(await standing('b')).toEqual([2, 1]);
  });
  test('is all up to what they post, also without having joined before', async () => {
    await postMessage(acme.owner, id);
    await postMessage(acme.owner, id, { participant_id: 'k' });
    expect(await standing('k')).toEqual([2, 0]);
    expect(await standing('o')).toEqual([1, 1]);
    await postMessage(bert, id);
    const { participants } = (await acme.owner.call('GET', path)).body;
    expect(participants).toContainEqual(
      expect.objectContaining({ user_id: bert.id, last_message_sequence_seen: 3, unread_messages_count: 0 }),
    );
  });
  test('who posts twenty times at once before they joined, joins once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => postMessage(bert, id)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const { participants } = (await acme.owner.call('GET', path)).body;
    expect(participants).toHaveLength(3);
    expect(participants.at(-1)).toMatchObject({ user_id: bert.id, display_name: 'bert', unread_messages_count: 0 });
  });
  test('moves on when they say so, and never goes back', async () => {
    for (let n = 0; n < 4; n++) await postMessage(acme.owner, id);
    const answer = await seen('k', 3);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await standing('k')).toEqual([3, 1]);
    const before = await head();
    for (const sequence of [3, 2, 0]) expect((await seen('k', sequence)).status).toBe(204);
    expect(await standing('k')).toEqual([3, 1]);
    expect(await head()).toBe(before);
  });
  test('includes what they have just posted, however slow the read model is', async () => {
    const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
    const commit = documents.commit.bind(documents);
    const slowly = Promise.withResolvers<void>();
    documents.commit = (...writes) => slowly.promise.then(() => commit(...writes));
    const mine = { kind: 'TEXT', text: 'hi', participant_id: 'k' };
    for (let n = 0; n < 3; n++) await acme.owner.call('POST', `/conversations/${id}/messages`, mine);
    const before = await head();
    const answer = seen('k', 2);
    setTimeout(slowly.resolve, 200);
    expect((await answer).status).toBe(204);
    documents.commit = commit;
    expect(await head()).toBe(before);
    expect(await standing('k')).toEqual([3, 0]);
  });
  test('does not lie beyond the last message', async () => {
    await postMessage(acme.owner, id);
    const error = { path: 'last_message_sequence_seen', code: 'errors.field.range', details: { min: 0, max: 1 } };
    expect(await seen('k', 2)).toMatchObject({ status: 400, body: { errors: [error] } });
    expect(await standing('k')).toEqual([0, 1]);
  });
  test('goes on in an archived conversation', async () => {
    await postMessage(acme.owner, id);
    await acme.owner.call('DELETE', `/conversations/${id}`);
    expect((await seen('k', 1)).status).toBe(204);
    expect(await standing('k')).toEqual([1, 0]);
  });
  test('of many who say it at once, the furthest counts', async () => {
    for (let n = 0; n < 5; n++) await postMessage(acme.owner, id);
    const answers = await Promise.all([1, 4, 2, 5, 3, 1].map((sequence) => seen('k', sequence)));
    expect(answers.every(({ status }) => status === 204)).toBe(true);
    expect(await standing('k')).toEqual([5, 0]);
  });
});

describe('where users share what they have read', () => {
  const marker = async () =>
    ((await acme.owner.call('GET', path)).body.participants as { id: string; kind: string }[]).find(
      ({ kind }) => kind === 'SHARED',
    )?.id ?? '';
  beforeEach(() => start('team'));

  test('one reads for all, but not for the client', async () => {
    await acme.owner.call('POST', path, berts());
    for (let n = 0; n < 3; n++) await postMessage(acme.owner, id, { participant_id: 'k' });
    expect(await standing('o')).toEqual([0, 3]);
    await seen('b', 2, bert);
    for (const user of ['o', 'b', await marker()]) expect(await standing(user)).toEqual([2, 1]);
    expect(await standing('k')).toEqual([3, 0]);
    await seen('k', 3);
    expect(await standing('o')).toEqual([2, 1]);
  });
  test('who posts has read for all', async () => {
    await postMessage(acme.owner, id, { participant_id: 'k' });
    await postMessage(bert, id);
    for (const user of ['o', await marker()]) expect(await standing(user)).toEqual([2, 0]);
    expect(await standing('k')).toEqual([1, 1]);
  });
  test('who joins later finds what is unread', async () => {
    await postMessage(acme.owner, id, { participant_id: 'k' });
    await acme.owner.call('POST', path, berts());
    expect(await standing('b')).toEqual([0, 1]);
    const { participants } = (await acme.owner.call('GET', path)).body;
    const unread = participants.map((each: { unread_messages_count: number }) => each.unread_messages_count);
    expect(unread.sort()).toEqual([0, 1, 1, 1]);
    const kinds = participants.map(({ kind }: { kind: string }) => kind).sort();
    expect(kinds).toEqual(['CLIENT', 'SHARED', 'USER', 'USER']);
  });
});

describe('typing and an open conversation', () => {
  const signalled = async (body: object) => {
    const heard: Signal[] = [];
    const stop = tidings.app.get<Signals>(SIGNALS).subscribe((signal) => heard.push(signal));
    const before = await head();
    const answer = await acme.owner.call('POST', `${path}/k/activity`, body);
    stop();
    expect(await head()).toBe(before);
    return { answer, heard };
  };

  test('are pushed and remembered, never in the log', async () => {
    const updated = (await acme.owner.call('GET', `${path}/k`)).body.updated_at;
    const typing = await signalled({ activity: 'IS_TYPING', source_id: 'draft-1' });
    expect([typing.answer.status, typing.answer.text]).toEqual([204, '']);
    const signal = { tenantId: acme.tenantId, conversationId: id, participantId: 'k' };
    expect(typing.heard).toEqual([{ ...signal, kind: 'typing', sourceId: 'draft-1', at: expect.any(String) }]);
    const open = await signalled({ activity: 'HAS_CONVERSATION_OPEN' });
    expect(open.heard).toEqual([{ ...signal, kind: 'open', at: expect.any(String) }]);
    const shown = (await acme.owner.call('GET', `${path}/k`)).body;
    expect(shown).toMatchObject({
      was_typing_at: typing.heard[0]?.at,
      had_conversation_open_at: open.heard[0]?.at,
      updated_at: updated,
    });
    expect((await acme.owner.call('GET', path)).body.participants).toContainEqual(shown);
    expect((await acme.owner.call('GET', `${path}/o`)).body).not.toHaveProperty('was_typing_at');
  });
  test.each([
    [{ activity: 'IS_TYPING' }, 'source_id', 'errors.field.required'],
    [{ activity: 'IS_TYPING', source_id: '_x' }, 'source_id', 'errors.field.pattern'],
    [{ activity: 'MESSAGE_SEEN' }, 'last_message_sequence_seen', 'errors.field.required'],
    [{ activity: 'MESSAGE_SEEN', last_message_sequence_seen: -1 }, 'last_message_sequence_seen', 'errors.field.range'],
    [{ activity: 'MESSAGE_SEEN', last_message_sequence_seen: 0.5 }, 'last_message_sequence_seen', 'errors.field.type'],
    [{ activity: 'MESSAGE_SEEN', last_message_sequence_seen: 0, source_id: 'x' }, 'source_id', 'errors.field.refused'],
    [
      { activity: 'HAS_CONVERSATION_OPEN', last_message_sequence_seen: 0 },
      'last_message_sequence_seen',
      'errors.field.refused',
    ],
    [{ activity: 'SLEEPING' }, 'activity', 'errors.field.choice'],
    [{}, 'activity', 'errors.field.required'],
  ])('%j is refused', async (body, at, code) => {
    const { answer, heard } = await signalled(body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: at, code }] } });
    expect(heard).toEqual([]);
  });
  test('of nobody are refused', async () => {
    const open = { activity: 'HAS_CONVERSATION_OPEN' };
    expect((await acme.owner.call('POST', `${path}/nobody/activity`, open)).body.code).toBe(
      'errors.participant.not_found',
    );
    const elsewhere = '/conversations/nowhere/participants/k/activity';
    expect((await acme.owner.call('POST', elsewhere, open)).body.code).toBe('errors.conversation.not_found');
  });
});

test('staff speaks for anyone, a client for themself alone', async () => {
  const client = await acme.client(id, 'k');
  const body = { activity: 'HAS_CONVERSATION_OPEN' };
  const activity = (caller: Caller, whose: string) => caller.call('POST', `${path}/${whose}/activity`, body);
  for (const caller of [acme.owner, bert, await acme.apiKey()])
    for (const whose of ['k', 'o']) expect((await activity(caller, whose)).status).toBe(204);
  expect((await activity(client, 'k')).status).toBe(204);
  expect((await activity(client, 'o')).body.code).toBe('errors.participant.not_found');
});
