import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isGuarded } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { expectError, goodCall, headOf } from '../../support/openapi/good-call.js';

const tidings: Tidings = await startTidings(REACHES_LOOPBACK);
const guarded = [...endpointsOf(tidings.app).values()].filter(isGuarded);
const named = (methods: readonly string[]) =>
  guarded.filter(({ method }) => methods.includes(method)).map(({ operationId }) => operationId);

let world: World;
beforeAll(async () => {
  world = await createWorld(tidings, 'pluto');
});
afterAll(() => tidings.close());

const good = (operation: string) => goodCall(tidings, world, operation);
const CREATES = { headers: { 'if-none-match': '*' } };

test('lock, unlock and the calls of labels are among them', () => {
  const ids = named(['POST', 'PUT', 'DELETE']);
  for (const id of ['conversation_lock', 'conversation_unlock', 'conversation_label_add', 'conversation_label_set']) {
    expect(ids).toContain(id);
  }
});

describe.each(named(['PUT']))('%s', (operation) => {
  test('with If-None-Match: * changes nothing where the resource exists', async () => {
    const { send } = await good(operation);
    const first = await send(CREATES);
    expect([200, 201, 412]).toContain(first.status);
    expect((await send()).status).toBeLessThan(300);
    const before = await headOf(tidings);
    expectError(await send(CREATES), 412, 'errors.precondition.failed', operation);
    expect(await headOf(tidings)).toBe(before);
  });
});

describe.each(named(['PUT', 'PATCH', 'POST']))('%s', (operation) => {
  test('takes the tag of its answer as proxies write it, until it is stale', async () => {
    const { send } = await good(operation);
    const etag = (await send()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\d+\./);
    const inner = etag.slice(1, -1);
    for (const tag of [etag, `W/${etag}`, `"${inner}-gzip"`, `W/"${inner};br"`]) {
      const { status, headers, text } = await send({ headers: { 'if-match': tag } });
      expect(status, `${tag} ${text}`).toBeLessThan(300);
      if (headers.get('etag')?.split('.')[0] !== etag.split('.')[0]) break;
    }
    const stale = await send({ headers: { 'if-match': `W/"999999.${inner}-gzip"` } });
    expectError(stale, 412, 'errors.precondition.failed', operation);
  });
});

describe('parts of a conversation', () => {
  const owner = (method: string, path: string, headers = {}) => world.owner.call(method, path, undefined, headers);

  test('are created with If-None-Match: * where the conversation has no such part', async () => {
    const id = world.fresh('parts');
    await world.owner.mustCall('POST', '/conversations', { id, conversation_type_id: world.ids.type });
    const parts = [`/conversations/${id}/labels/vip`, `/conversations/${id}/legal-hold`];
    for (const part of parts) {
      expect((await owner('PUT', part, { 'if-none-match': '*' })).status).toBe(200);
      expect((await owner('PUT', part, { 'if-none-match': '*' })).status).toBe(412);
      await owner('DELETE', part);
      expect((await owner('PUT', part, { 'if-none-match': '*' })).status).toBe(200);
    }
  });
});
