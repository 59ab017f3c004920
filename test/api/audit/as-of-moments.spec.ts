import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Instant, plus } from '../../../src/kernel/instant.js';
import type { Caller } from '../../fixtures/caller.js';
import { client } from '../../fixtures/conversations.js';
import { erased } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { recorded } from './recorded.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'moments');
  owner = acme.owner;
});
afterAll(() => tidings.close());

const errorsOf = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  body.errors?.map(({ path, code }) => [path, code]);
const positionOf = ({ headers }: { headers: Headers }) => headers.get('tidings-position') ?? '';
const labels = (label: string) => ({ labels: [label] });

describe('at', () => {
  test.each([
    ['', 'errors.field.format'],
    ['yesterday', 'errors.field.format'],
    ['2026-02-30T00:00:00Z', 'errors.field.format'],
    ['p0x%00', 'errors.field.format'],
    ['p1z141z3', 'errors.field.future'],
    ['2999-01-01T00:00:00Z', 'errors.field.future'],
    ['p1&at=p2', 'errors.field.repeated'],
  ])('%s is refused', async (at, code) => {
    const answer = await owner.call('GET', `/tenant?at=${at}`);
    expect([answer.status, errorsOf(answer)]).toEqual([400, [['at', code]]]);
  });
  test('is no parameter of other calls', async () => {
    const answer = await owner.call('GET', '/users?at=p1');
    expect([answer.status, errorsOf(answer)]).toEqual([400, [['at', 'errors.field.unknown']]]);
  });
  test('before a resource existed, it is not found', async () => {
    await acme.conversationWithClient('late');
    const { id } = (await acme.post('late')).body;
    for (const path of ['', '/participants', '/participants/client', '/messages', `/messages/${id}`]) {
      const answer = await owner.call('GET', `/conversations/late${path}?at=p0`);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'errors.conversation.not_found']);
    }
    expect((await owner.call('GET', '/tenant?at=p0')).status).toBe(404);
  });
  test('is refused to clients; users and keys may do what they may now', async () => {
    await acme.conversationWithClient('roles');
    const [their, user, key] = [await acme.client('roles'), await acme.user('ursula'), await acme.apiKey()];
    const at = positionOf(await owner.call('GET', '/conversations/roles'));
    for (const path of [
      '/conversations/roles',
      '/conversations/roles/messages',
      '/conversations/roles/participants/client',
    ]) {
      expect((await their.call('GET', `${path}?at=${at}`)).body.code).toBe('errors.forbidden');
      for (const may of [user, key]) expect((await may.call('GET', `${path}?at=${at}`)).status).toBe(200);
    }
    expect((await user.call('GET', `/webhook-settings?at=${at}`)).status).toBe(403);
  });
  test('a time stands for the last event up to it', async () => {
    const { path } = await acme.conversation('timed');
    const before = (await owner.mustCall('POST', `${path}/labels`, labels('one'))).body.updated_at as Instant;
    let after = before;
    while (after === before)
      after = (await owner.mustCall('POST', `${path}/labels`, labels(`at${Date.now()}`))).body.updated_at;
    const read = async (at: string) => (await owner.call('GET', `${path}?at=${at}`)).body.labels;
    expect(await read(plus(after, -1))).toEqual((await read(before)) ?? []);
    expect(await read(after)).toContain(`at${Date.parse(after)}`.slice(0, 2) && (await read(after)).at(-1));
    const asOf = await owner.call('GET', `${path}?at=${before}`);
    const again = await owner.call('GET', `${path}?at=${asOf.headers.get('tidings-as-of')}`);
    expect(again.body).toEqual(asOf.body);
    expect((await owner.call('GET', `${path}?at=2020-01-01T00:00:00Z`)).status).toBe(404);
  });
  test('has an ETag of then', async () => {
    const { path } = await acme.conversation('tagged');
    const then = await owner.call('GET', path);
    await owner.mustCall('POST', `${path}/labels`, labels('new'));
    const tag = then.headers.get('etag') ?? '';
    const known = { 'if-none-match': tag };
    expect((await owner.call('GET', path, undefined, known)).status).toBe(200);
    const asOf = await owner.call('GET', `${path}?at=${positionOf(then)}`, undefined, known);
    expect([asOf.status, asOf.headers.get('tidings-as-of')]).toEqual([304, positionOf(then)]);
  });
  test('binds cursors', async () => {
    const { messages, participants } = await acme.conversationWithClient('pages', {
      participants: [client(), client('b')],
    });
    for (const text of ['1', '2', '3']) await acme.post('pages', text);
    const at = positionOf(await owner.call('GET', messages));
    await acme.post('pages', '4');
    for (const [list, name] of [
      [messages, 'messages'],
      [participants, 'participants'],
    ] as const) {
      const first = await owner.mustCall('GET', `${list}?limit=1&at=${at}`);
      const cursor = encodeURIComponent(first.body.next_cursor);
      const next = await owner.mustCall('GET', `${list}?limit=1&at=${at}&cursor=${cursor}`);
      expect(next.body[name]).toHaveLength(1);
      expect(next.body[name][0].id).not.toBe(first.body[name][0].id);
      for (const query of ['', `&at=${positionOf(await owner.call('GET', messages))}`]) {
        const other = await owner.call('GET', `${list}?limit=1&cursor=${cursor}${query}`);
        expect(errorsOf(other)).toEqual([['cursor', 'errors.field.format']]);
      }
    }
    const all = await owner.mustCall('GET', `${messages}?at=${at}`);
    expect([all.body.total_elements, all.body.messages.map(({ text }: { text: string }) => text)]).toEqual([
      3,
      ['3', '2', '1'],
    ]);
  });
});

describe('what is erased since', () => {
  test('of a participant is left out, in its place', async () => {
    const { path, messages, participants } = await acme.conversationWithClient('ep', {
      participants: [client(), client('other', { display_name: 'Otto', email: 'otto@example.com' })],
    });
    const said = (await acme.post('ep', 'a secret of Cleo')).body;
    const then = await owner.call('GET', participants);
    const row = then.body.participants.find(({ id }: { id: string }) => id === 'client');
    await erased(owner, `${participants}/client`);
    const at = positionOf(then);
    const { email: _e, phone_number: _p, ...rest } = row;
    const gone = { ...rest, display_name: '', erased: true };
    const list = await owner.mustCall('GET', `${participants}?at=${at}`);
    expect(list.body.participants.find(({ id }: { id: string }) => id === 'client')).toEqual(gone);
    expect((await owner.mustCall('GET', `${participants}/client?at=${at}`)).body).toEqual({
      id: 'client',
      kind: 'CLIENT',
      erased: true,
    });
    const { text: _t, ...place } = said;
    expect((await owner.mustCall('GET', `${messages}?at=${at}`)).body.messages).toEqual([{ ...place, erased: true }]);
    expect((await owner.mustCall('GET', `${messages}/${said.id}?at=${at}`)).body).toEqual({ ...place, erased: true });
    const whole = await owner.mustCall('GET', `${path}?includes=PARTICIPANTS&at=${at}`);
    expect(whole.text).not.toMatch(/Cleo|cleo@/);
  });
  test('a conversation is gone from every moment', async () => {
    const { path, messages } = await acme.conversationWithClient('ec');
    await acme.post('ec', 'a secret');
    const at = positionOf(await owner.call('GET', path));
    await owner.mustCall('POST', `${path}/erase`);
    for (const call of [path, messages, `${path}/participants`]) {
      const answer = await owner.call('GET', `${call}?at=${at}`);
      expect([call, answer.status, answer.body.code]).toEqual([call, 410, 'errors.conversation.erased']);
    }
  });
  test('a user is gone, a deleted one is shown', async () => {
    const [deleted, gone] = [await acme.user('dora'), await acme.user('gus')];
    const at = positionOf(await owner.call('GET', `/users/${gone.id}`));
    await owner.mustCall('DELETE', `/users/${deleted.id}`);
    await erased(owner, `/users/${gone.id}`);
    expect((await owner.call('GET', `/users/${gone.id}?at=${at}`)).body.code).toBe('errors.user.erased');
    expect((await owner.call('GET', `/users/${deleted.id}?at=${at}`)).body.id).toBe(deleted.id);
  });
});

test('the answers as of a moment are the same after a restart', async () => {
  const service = await startTidings({ RATE_LIMITS: 'off' });
  const tenant = await createTenant(service, 'again');
  const { path, messages, participants } = await tenant.conversationWithClient('r1');
  const past = recorded(tenant.owner, [path, messages, participants, '/tenant']);
  await past.record();
  await tenant.post('r1', 'one');
  await past.record();
  await tenant.owner.mustCall('DELETE', path);
  await past.record();
  const other = await service.again();
  await past.isAnsweredAgain(undefined, tenant.owner.at(other));
  await other.close();
});
