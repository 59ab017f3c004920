import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import type { Caller } from '../../fixtures/caller.js';
import { signedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
});
afterAll(() => tidings.close());

let made = 0;
async function fresh() {
  const id = `c${++made}`;
  const participants = [{ id: 'carl', kind: 'CLIENT', display_name: 'Carl' }];
  await acme.conversation(id, { participants });
  return `/conversations/${id}/messages`;
}
const sourced = (source_id: string, said: object = { kind: 'TEXT', text: 'hi' }) => ({ ...said, source_id });
const place = { kind: 'LOCATION', location: { latitude: 1, longitude: 2, positioned_at: '2030-01-01T00:00:00Z' } };
const taken = { status: 409, body: { code: 'errors.message.source_id_taken' } };

describe('the same source id again', () => {
  test.each([
    ['text', { kind: 'TEXT', text: 'hi' }],
    ['place', place],
    ['message of a client', { kind: 'TEXT', text: 'hi', participant_id: 'carl' }],
  ])('with the same %s answers the first message', async (_, said) => {
    const path = await fresh();
    const first = await owner.call('POST', path, sourced('s', said));
    const again = await owner.call('POST', path, sourced('s', said));
    expect(first.status).toBe(202);
    expect([again.status, again.body]).toEqual([200, { ...first.body, sequence: 1 }]);
    expect(again.headers.get('etag')).toMatch(/^"1\./);
    expect((await owner.call('GET', path)).body.total_elements).toBe(1);
  });
  test('written otherwise is still the same place', async () => {
    const path = await fresh();
    await owner.call('POST', path, sourced('s', place));
    const location = { positioned_at: '2030-01-01T01:00:00+01:00', longitude: 2.0, latitude: 1 };
    expect((await owner.call('POST', path, sourced('s', { ...place, location }))).status).toBe(200);
  });
  test.each([
    ['text', { kind: 'TEXT', text: 'ho' }],
    ['kind', { kind: 'REQUEST_LOCATION', text: 'hi' }],
    ['author', { kind: 'TEXT', text: 'hi', participant_id: 'carl' }],
    ['place', place],
  ])('with another %s is refused', async (_, said) => {
    const path = await fresh();
    await owner.call('POST', path, sourced('s'));
    expect(await owner.call('POST', path, sourced('s', said))).toMatchObject(taken);
    expect((await owner.call('GET', path)).body.total_elements).toBe(1);
  });
  test('in another conversation is another message', async () => {
    await owner.call('POST', await fresh(), sourced('s'));
    expect((await owner.call('POST', await fresh(), sourced('s', { kind: 'TEXT', text: 'ho' }))).status).toBe(202);
  });
  test('asked by ten at once gives one message', async () => {
    const path = await fresh();
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call('POST', path, sourced('s'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await owner.call('GET', path)).body.messages).toHaveLength(1);
  });
  test('waits for the read model to show the first message', async () => {
    const path = await fresh();
    const held = holdReadModel(tidings);
    const { body } = await owner.call('POST', path, sourced('s'));
    const again = owner.call('POST', path, sourced('s'));
    setTimeout(held.release, 100);
    expect(await again).toMatchObject({ status: 200, body: { ...body, sequence: 1 } });
  });
  test('answers the first message when it was deleted or the conversation archived meanwhile', async () => {
    const path = await fresh();
    const { id } = (await owner.call('POST', path, sourced('s'), { prefer: 'wait' })).body;
    await owner.call('DELETE', `${path}/${id}`);
    const again = await owner.call('POST', path, sourced('s'));
    expect(again).toMatchObject({ status: 200, body: { id, deleted_at: expect.any(String) } });
    await owner.call('DELETE', path.replace('/messages', ''));
    expect(await owner.call('POST', path, sourced('s'))).toMatchObject({ status: 200, body: { id } });
    expect(await owner.call('POST', path, sourced('s', place))).toMatchObject(taken);
    expect(await owner.call('POST', path, sourced('new'))).toMatchObject({
      status: 409,
      body: { code: 'errors.conversation.archived' },
    });
  });
});

describe('a source id that is long ago', () => {
  const many = limits.recentMessages + 50;

  test('is still known, to many writers and after a restart', async () => {
    const path = await fresh();
    const said = (n: number) => sourced(`s${n}`, { kind: 'TEXT', text: `message ${n}` });
    const all = Array.from({ length: many }, (_, n) => n);
    const first = await Promise.all(all.map((n) => owner.call('POST', path, said(n))));
    expect(first.map(({ status }) => status)).toEqual(all.map(() => 202));

    const check = async (caller: Caller) => {
      const again = await Promise.all(all.map((n) => caller.call('POST', path, said(n))));
      expect(again.map(({ status, body }) => [status, body.id])).toEqual(first.map(({ body }) => [200, body.id]));
      expect(await caller.call('POST', path, sourced('s0'))).toMatchObject(taken);
      expect((await caller.call('GET', path)).body.total_elements).toBe(many);
    };
    await check(owner);
    tidings = await tidings.again();
    const back = await signedIn(tidings, acme.tenantId, OWNER_EMAIL);
    await check(back);
    expect((await back.call('POST', path, sourced('new'))).status).toBe(202);
  }, 60_000);
});
