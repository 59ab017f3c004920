import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldErrors } from '../../../src/catalogue/error-texts/field-errors.js';
import { rejections } from '../../../src/catalogue/errors/rejections.js';
import { Idempotency } from '../../../src/engine/commands/idempotency.js';
import { isGuarded, isKeyed } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import { isPublic } from '../../../src/kernel/access.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { expectError, goodCall, headOf } from '../../support/openapi/good-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { oddly } from '../requests/odd-requests.js';

const tidings: Tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'visitor=6000' });
const calls = [...endpointsOf(tidings.app).values()];
const ids = (picked = calls) => picked.map(({ operationId }) => operationId);
const reads = calls.filter(({ method }) => method === 'GET');
const keyed = calls.filter(isKeyed);
const etag = reads.filter((call) => call.etag);
const guarded = calls.filter(isGuarded);

let world: World;
beforeAll(async () => {
  world = await createWorld(tidings, 'pluto');
});
afterAll(() => tidings.close());

const good = (operation: string) => goodCall(tidings, world, operation);
const target = (path: string) => (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`);

test('there are calls of every sort', () => {
  expect([reads, keyed, etag, guarded].map(({ length }) => length > 4)).toEqual([true, true, true, true]);
  expect(ids().sort()).toEqual(Object.keys(sampleCalls).sort());
});

describe.each(ids())('%s', (operation) => {
  test('answers as it is documented, names the request and tells every origin', async () => {
    const { send } = await good(operation);
    const { status, headers } = await send({
      headers: { 'x-request-id': 'my.request-1', origin: 'https://a.example' },
    });
    expect(status).toBeLessThan(400);
    expect(headers.get('x-request-id')).toBe('my.request-1');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    for (const name of ['ETag', 'Tidings-Position', 'Location', 'X-Request-Id', 'Retry-After', 'Idempotent-Replayed'])
      expect(headers.get('access-control-expose-headers')).toContain(name);
  });

  test('gives the request a name of its own where it has none that will do', async () => {
    const { send } = await good(operation);
    const given = (await send({ headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id');
    expect(given).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('lets no cache keep a secret, nor what a caller is answered', async () => {
    const { call, send } = await good(operation);
    const { text, headers } = await send();
    const isSecret = /tdg_|auth_key=|"access_token"|whsec_/.test(text) && operation !== 'service_openapi';
    const isPersonal = !isPublic(call.permission);
    if (isSecret || isPersonal) expect(headers.get('cache-control')).toBe('no-store');
    const refused = await send({}, '?never_heard_of=1');
    if (isPersonal) expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store']);
  });

  test('speaks German where that is preferred', async () => {
    const { send, before } = await good(operation);
    const headers = { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.8' };
    const { body } = await send({ headers }, '?never_heard_of=1');
    expect([body.message, body.errors[0].message]).toEqual([
      rejections['errors.validation.failed'].de,
      fieldErrors['errors.field.unknown'].de,
    ]);
    expect(await headOf(tidings)).toBe(before);
  });

  test('tells a browser that it may be asked', async () => {
    const { call, path } = await good(operation);
    const asked = { origin: 'https://a.example', 'access-control-request-method': call.method };
    const answer = await oddly(tidings.url, 'OPTIONS', target(path), {
      ...asked,
      'access-control-request-headers': 'authorization,idempotency-key,if-match,tidings-position',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain(call.method);
    expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect((await oddly(tidings.url, 'OPTIONS', target(path))).status).toBe(204);
  });

  test('sees nothing older than what it is told, and waits for no future', async () => {
    const { send, before } = await good(operation);
    const { status, headers } = await send({ headers: { 'tidings-position': `p${before.toString(36)}` } });
    expect(status).toBeLessThan(400);
    const reached = Number.parseInt(headers.get('tidings-position')?.slice(1) ?? '', 36);
    expect(reached).toBeGreaterThanOrEqual(before);
  });
});

test('a position of the future is waited for in vain, but not by calls about the service', async () => {
  const made = await Promise.all(ids().map(good));
  const before = await headOf(tidings);
  await Promise.all(
    made.map(async ({ send, call }) => {
      const answer = await send({ headers: { 'tidings-position': 'pzzzzzzzzz' } });
      if (call.permission.startsWith('service.')) return expect(answer.status).toBeLessThan(400);
      expectError(answer, 503, 'errors.position.not_reached', call.operationId);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }),
  );
  expect(await headOf(tidings)).toBe(before);
});

describe.each(ids(reads))('%s', (operation) => {
  test('answers HEAD as GET, without the body', async () => {
    const { path, send, headers: asked } = await good(operation);
    const { status, headers } = await send();
    const head = await oddly(tidings.url, 'HEAD', target(path), asked);
    expect([head.status, head.text]).toEqual([status, '']);
    for (const name of ['content-type', 'cache-control']) expect(head.headers.get(name)).toBe(headers.get(name));
    if (operation !== 'service_metrics') expect(head.headers.get('etag')).toBe(headers.get('etag'));
  });

  test('is for those who take JSON', async () => {
    const { send, call } = await good(operation);
    const answer = await send({ headers: { accept: 'text/html' } });
    if (call.text || call.sends || call.page) expect(answer.status).toBe(200);
    else expectError(answer, 406, 'errors.not_acceptable', operation);
  });
});

describe.each(ids(etag))('%s', (operation) => {
  test('spares an answer that is known', async () => {
    const { send } = await good(operation);
    const etag = (await send()).headers.get('etag') as string;
    expect(etag).toMatch(/^"\d+\.[A-Za-z0-9_-]{16}"$/);
    const ask = async (tag: string) => send({ headers: { 'if-none-match': tag } });
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, text, headers } = await ask(tag);
      expect([tag, status, text, headers.get('etag')]).toEqual([tag, 304, '', etag]);
    }
    for (const tag of ['"x"', etag.replace(/\..*"$/, '.other"'), etag.slice(1), ''])
      expect((await ask(tag)).status).toBe(200);
  });
});

describe.each(ids(guarded))('%s', (operation) => {
  test.each(['"999999.abcdefghijklmnop"', '"abc"', 'W/"999999.abc"', '1', '', '"0.x", "y"'])(
    'is not done if the match is %s',
    async (tag) => {
      const { send, before } = await good(operation);
      expectError(await send({ headers: { 'if-match': tag } }), 412, 'errors.precondition.failed', tag);
      expect(await headOf(tidings)).toBe(before);
    },
  );

  test('is done if there is any', async () => {
    const { send } = await good(operation);
    expect((await send({ headers: { 'if-match': '*' } })).status).toBeLessThan(300);
  });
});

describe.each(ids(keyed))('%s under an Idempotency-Key', (operation) => {
  const key = () => ({ headers: { 'idempotency-key': world.fresh(operation) } });

  test('answers again what it answered first, secrets aside, and does it once', async () => {
    const { send, call } = await good(operation);
    const ask = key();
    const first = await send(ask);
    expect([first.status < 300, first.headers.get('idempotent-replayed')]).toEqual([true, null]);
    const before = await headOf(tidings);
    const again = await send(ask);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.status).toBe(first.status);
    for (const name of ['content-type', 'location', 'etag', 'cache-control', 'tidings-position'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    const kept = Object.entries(first.body ?? {}).filter(([name]) => !call.redact?.includes(name));
    expect(again.body ?? {}).toEqual(Object.fromEntries(kept));
    expect(await headOf(tidings)).toBe(before);
  });

  test('takes no other body, and remembers no refusal', async () => {
    const { send, call, good: body } = await good(operation);
    const ask = key();
    const isUnknown = await send(call.body ? { ...ask, body: { never_heard_of: 1 } } : ask, call.body ? '' : '?a=1');
    expectError(isUnknown, 400, 'errors.validation.failed', operation);
    expect((await send(ask)).status).toBeLessThan(300);
    if (!call.body) return;
    const before = await headOf(tidings);
    const other = await send({ ...ask, body: { ...body, never_heard_of: 1 } });
    expectError(other, 422, 'errors.idempotency.body_differs', operation);
    expect(await headOf(tidings)).toBe(before);
  });

  test('is told that the first is still running', async () => {
    const { send } = await good(operation);
    const ask = key();
    const { first, second } = await whileUnfinished(() => send(ask));
    expectError(second, 409, 'errors.idempotency.in_progress', operation);
    expect(first.status).toBeLessThan(300);
  });
});

/** The second request comes when the first is done but not yet answered. */
async function whileUnfinished<T>(send: () => Promise<T>): Promise<{ first: T; second: T }> {
  const idempotency = tidings.app.get(Idempotency);
  const finish = idempotency.finish.bind(idempotency);
  let reached = () => {};
  let release = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  idempotency.finish = async (...given) => {
    reached();
    await isReleased;
    return finish(...given);
  };
  try {
    const first = send();
    await isReached;
    const second = await send();
    release();
    return { first: await first, second };
  } finally {
    idempotency.finish = finish;
    release();
  }
}
