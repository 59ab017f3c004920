import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'lag');
  await acme.conversation('known', { participants: [client()], conversation_data: { a: 1 } });
});
afterAll(() => tidings.close());

const lagOf = ({ status, headers, text }: Answer) => {
  expect(status, text).toBeLessThan(300);
  return headers.get('tidings-lag');
};

/** While the read models stand still; afterwards they have caught up. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  const held = holdReadModel(tidings);
  try {
    return await work();
  } finally {
    held.release();
  }
}

describe('a durable write whose read model lags', () => {
  test('answers its success, says so, and shows what a read shows later', async () => {
    const { call } = acme.owner;
    const everything = 'includes=CONVERSATION_DATA,PARTICIPANTS,CONVERSATION_TYPE';
    const written = await whileHeld(async () => {
      const created = await call('POST', `/conversations?${everything}`, {
        id: 'new',
        conversation_type_id: 'support',
        conversation_data: { text: 'x'.repeat(200_000) },
        participants: [client('c1'), client('c2')],
      });
      expect(created.body.participants).toHaveLength(2);
      expect(created.body.conversation_data.text).toHaveLength(200_000);
      const [labelled, added] = await Promise.all([
        call('POST', '/conversations/new/labels', { labels: ['a:b', 'c'] }),
        call('POST', '/conversations/known/participants', client('late')),
      ]);
      expect(labelled.body.labels).toEqual(['a:b', 'c']);
      expect(added.body).toMatchObject({ id: 'late', kind: 'CLIENT' });
      const [patched, renamed] = await Promise.all([
        call('PATCH', `/conversations/new?${everything}`, { description: 'lags', conversation_data: { b: 2 } }),
        call('PATCH', '/conversations/known/participants/late', { display_name: 'Renamed' }),
      ]);
      return { created, labelled, added, patched, renamed };
    });
    expect(Object.values(written).map(lagOf)).toEqual(Object.values(written).map(() => 'true'));
    expect(written.created.status).toBe(201);
    const position = { 'tidings-position': written.renamed.headers.get('tidings-position') ?? '' };
    const { patched, renamed } = written;
    const read = await call('GET', `/conversations/new?${everything}`, undefined, {
      'tidings-position': patched.headers.get('tidings-position') ?? '',
    });
    expect(patched.body).toEqual(read.body);
    expect(patched.headers.get('etag')).toBe(read.headers.get('etag'));
    const participant = await call('GET', '/conversations/known/participants/late', undefined, position);
    expect(renamed.body).toEqual(participant.body);
    expect(renamed.headers.get('etag')).toBe(participant.headers.get('etag'));
  }, 30_000);

  test('holds for every kind of resource', async () => {
    const { call } = acme.owner;
    await call('POST', '/message_templates', { name: 'there', kind: 'TEXT', texts: { en: 'hi' } });
    const answers = await whileHeld(() =>
      Promise.all([
        call('POST', '/conversation-types', { id: 'other', conversation_data_list_item_template: '' }),
        call('POST', '/message_templates', { name: 'new', kind: 'TEXT', texts: { en: 'hi' } }),
        call('POST', '/api-keys', {}),
        call('POST', '/users', { email: 'lag@acme.example', password: 'a quiet green river', role: 'OWNER' }),
        call('PUT', '/conversations/put', { conversation_type_id: 'support' }),
        call('DELETE', '/conversations/known'),
        call('PUT', `/conversations/${acme.owner.id}/unlock`),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 204, 204]);
    expect(answers.slice(0, 6).map(lagOf)).toEqual(Array(6).fill('true'));
  }, 30_000);

  test('a write that is in time says nothing of it', async () => {
    const { status, headers } = await acme.owner.call('PUT', '/conversations/quick', {
      conversation_type_id: 'support',
    });
    expect([status, headers.get('tidings-lag')]).toEqual([201, null]);
  });
});
