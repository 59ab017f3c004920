import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { readPosition } from '../../../src/http/fields/positions.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../src/ports/stores/operational-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const kept: string[] = [];

beforeAll(async () => {
  tidings = await startTidings();
  const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  const note = (key: OperationalKey, value: unknown) => {
    if (key.kind === 'idempotency') kept.push(JSON.stringify(value));
  };
  const put = operations.put.bind(operations);
  operations.put = async (key, value, options) => {
    note(key, value);
    return put(key, value, options);
  };
  const putAll = operations.putAll.bind(operations);
  operations.putAll = async (puts) => {
    for (const { key, value } of puts) note(key, value);
    return putAll(puts);
  };
  acme = await createTenant(tidings, 'keyed');
  await acme.conversation('c', { description: 'before' });
});
afterAll(() => tidings.close());

const keyed = (key: string) => ({ 'idempotency-key': key });

describe('answers under an idempotency key', () => {
  test('a call that only reads is made again', async () => {
    const { call } = acme.owner;
    const read = () => call('POST', '/conversations/by_ids', { ids: ['c'] }, keyed('read'));
    const first = await read();
    await acme.owner.mustCall('PATCH', '/conversations/c', { description: 'after' });
    const again = await read();
    expect(first.body.conversations[0].description).toBe('before');
    expect(again.body.conversations[0].description).toBe('after');
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    const other = await call('POST', '/conversations/by_ids', { ids: ['other'] }, keyed('read'));
    expect(other.status).toBe(200);
  });

  test('a replayed answer and one that is not modified are kept by no cache, as the first is not', async () => {
    const { call } = acme.owner;
    const post = () =>
      call('POST', '/conversations', { id: 'stored', conversation_type_id: 'support' }, keyed('stored'));
    const [first, again] = [await post(), await post()];
    const read = await call('GET', '/conversations/stored');
    const same = await call('GET', '/conversations/stored', undefined, {
      'if-none-match': read.headers.get('etag') ?? '',
    });
    const answers = [first, again, read, same];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 304]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['no-store']));
  });

  test('of a large answer only the fact is kept; the write is not repeated, the answer is read again', async () => {
    const { call } = acme.owner;
    const text = 'x'.repeat(limits.rememberedAnswerBytes);
    const body = { id: 'large', conversation_type_id: 'support', conversation_data: { text } };
    const create = () => call('POST', '/conversations?includes=CONVERSATION_DATA', body, keyed('large'));
    kept.length = 0;
    const first = await create();
    const again = await create();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(Math.max(...kept.map(({ length }) => length))).toBeLessThan(10_000);
    const other = await call('POST', '/conversations', { ...body, conversation_data: {} }, keyed('large'));
    expect([other.status, other.body.code]).toEqual([422, 'errors.idempotency.body_differs']);
  });

  test('what is kept of a request does not tell its body to who guesses it', async () => {
    kept.length = 0;
    const body = { email: 'kept@acme.example', password: 'a quiet green river', role: 'USER' };
    await acme.owner.mustCall('POST', '/users', body, keyed('secret'));
    const guess = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    expect(kept.length).toBeGreaterThan(0);
    for (const each of kept) expect(each).not.toContain(guess);
  });

  test('a claim knows the position after which its events are', async () => {
    kept.length = 0;
    const { headers } = await acme.owner.mustCall('PATCH', '/conversations/c', { description: 'again' });
    const position = readPosition(headers.get('tidings-position'), '');
    await acme.owner.mustCall('POST', '/conversations/c/labels', { labels: ['x'] }, keyed('claimed'));
    expect(position).toBeGreaterThan(0);
    expect(kept.map((each) => JSON.parse(each).after)).toEqual([position, position]);
  });
});
