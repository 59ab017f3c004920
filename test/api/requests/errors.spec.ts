import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument } from '../../support/openapi/api-document.js';
import { checkAll, expectError, headOf, reportsField } from '../../support/openapi/good-call.js';
import { oddly } from './odd-requests.js';

let tidings: Tidings;
let api: ApiDocument;
let world: World;
let before: number;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'visitor=6000' });
  api = apiDocument(tidings);
  world = await createWorld(tidings, 'pluto');
});
afterAll(() => tidings.close());
beforeEach(async () => {
  before = await headOf(tidings);
});
afterEach(async () => expect(await headOf(tidings)).toBe(before));

describe('a path', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL'];
  const filled = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => (name.endsWith('_id') ? world.ids.user : 'x'));

  test('tells which methods it has', async () => {
    const patterns = api.operations.map(({ path, method }) => ({ path, method }));
    const known = (path: string) =>
      patterns.filter((each) => new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
    await checkAll(new Set(patterns.map(({ path }) => filled(path))), async (path) => {
      const has = new Set(known(path).map(({ method }) => method));
      for (const method of methods.filter((name) => !has.has(name))) {
        const answer = await oddly(tidings.url, method, path, world.owner.headers);
        expectError(answer, 405, 'errors.method_not_allowed', `${method} ${path}`);
        const allow = answer.headers.get('allow')?.split(', ').sort();
        expect(allow, path).toEqual([...has, ...(has.has('GET') ? ['HEAD'] : [])].sort());
      }
    });
  });

  const nowhere = [
    '/api/v1/nothing',
    '/api/v1',
    '/api/v1/',
    '/api/v1/users/',
    '/api/v1//users',
    '/api/v1/Users',
    '/API/v1/users',
  ];
  nowhere.push(
    '/api/v2/users',
    '/users',
    '/api/v1/users/me/you',
    '/api/v1/users%2Fme',
    '/api/v1/conversations/a/b/c/d',
  );
  nowhere.push('/api/v1/../v1/nothing', '/api/v1/__proto__', '/api/v1/constructor', '/health', '/metrics/x', '/.env');
  test.each(nowhere)('%s leads nowhere', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expectError(
        await oddly(tidings.url, method, path, world.owner.headers),
        404,
        'errors.not_found',
        `${method} ${path}`,
      );
  });

  const broken = [
    '%',
    '%z',
    '%zz',
    '%ff',
    '%C0%80',
    '%ED%A0%80',
    '%E4',
    'a%',
    '%u0041',
    '%00',
    'a%00b',
    '%2e%2e',
    '%2e%2e%2fme',
  ];
  broken.push(
    'a'.repeat(51),
    'a'.repeat(499),
    'a'.repeat(501),
    'a'.repeat(4_000),
    "'",
    '%22',
    '{}',
    '[',
    '__proto__',
    '%F0%9F%98%80',
  );
  test.each(broken.map((id) => [id.slice(0, 20), id.length, id] as const))(
    'with %s (%i letters) for an id is refused',
    async (_, __, id) => {
      await checkAll(
        api.operations.filter(({ path }) => path.includes('{')),
        async ({ path, method, call }) => {
          if (call.operationId.startsWith('conversation_label')) return;
          const at = path.replaceAll(/\{\w+\}/g, id);
          const type = { 'content-type': call.form ? 'application/x-www-form-urlencoded' : 'application/json' };
          const headers = { ...world.owner.headers, ...(call.body ? type : {}) };
          const answer = await oddly(
            tidings.url,
            method,
            at,
            headers,
            call.body ? (call.form ? 'grant_type=x' : '{}') : undefined,
          );
          // A signed URL that is not valid is 403 (contract 13).
          const statuses = /\/(assets|exports\/downloads)\//.test(path) ? [400, 403, 404] : [400, 404];
          expect(statuses, `${method} ${at}: ${answer.text}`).toContain(answer.status);
          expect(answer.body?.code, `${method} ${at}: ${answer.text}`).toMatch(/^errors\./);
        },
      );
    },
  );

  test.each([
    '%zz',
    '%ff',
    '%',
    '&&',
    '=',
    '=1',
    '?',
    'a=%ED%A0%80',
    'limit=1%00',
    'limit=%',
    '&limit=&',
    'a'.repeat(8_000),
  ])('with the query %s is refused, or as if there were none', async (query) => {
    const answer = await oddly(tidings.url, 'GET', `/api/v1/conversations?${query}`, world.owner.headers);
    if (answer.status !== 200) expectError(answer, 400, 'errors.validation.failed', query);
    else expect(query).toMatch(/^[&=?]+$/);
  });
});

describe('a header', () => {
  const asked = (headers: Record<string, string>) =>
    oddly(tidings.url, 'GET', '/api/v1/conversations', { ...world.owner.headers, ...headers });

  test('that is long is heard out, one that is too long is refused', async () => {
    expect((await asked({ 'x-more': 'a'.repeat(8_000) })).status).toBe(200);
    for (const answer of [
      await asked({ 'x-more': 'a'.repeat(40_000) }),
      await oddly(tidings.url, 'GET', `/api/v1/${'a'.repeat(40_000)}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([431, 'errors.headers.too_large']);
    }
  });

  test('that is none, or no request at all, is told so', async () => {
    const { port } = new URL(tidings.url);
    for (const bytes of ['hello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\nno colon\r\n\r\n']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(bytes);
      const answer = (await socket.toArray()).join('');
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'errors.request.malformed' });
    }
  });

  test.each(['text/html', 'application/xml', 'application/json;q=0', 'image/*', 'x'])(
    'Accept: %s cannot be met',
    async (accept) => expectError(await asked({ accept }), 406, 'errors.not_acceptable', accept),
  );
  test.each([
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
  ])('Accept: %s can', async (accept) => expect((await asked({ accept })).status).toBe(200));

  test.each(['', 'p', 'p-1', 'P1', 'p01', '1', 'pzzzzzzzzzzzz', 'p1,p2', "p1'", '-'])(
    'Tidings-Position: %s is unreadable',
    async (position) => {
      const answer = await asked({ 'tidings-position': position });
      expectError(answer, 400, 'errors.position.unreadable', position);
      expect(reportsField(answer, 'tidings-position')).toBe(true);
    },
  );

  test.each(['', 'a'.repeat(256), 'é', 'a\tb'])('Idempotency-Key: %j is refused', async (key) => {
    const answer = await oddly(
      tidings.url,
      'POST',
      '/api/v1/api-keys',
      {
        ...world.owner.headers,
        'content-type': 'application/json',
        'idempotency-key': Buffer.from(key).toString('latin1'),
      },
      '{}',
    );
    expectError(answer, 400, 'errors.validation.failed', key);
    expect(reportsField(answer, 'idempotency-key')).toBe(true);
  });
});
