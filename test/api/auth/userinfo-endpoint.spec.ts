import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aUserinfoStage,
  createUserinfoTenant,
  exchangeForeign,
  FOREIGN_TOKEN,
  REACHES_LOOPBACK,
  saying,
  type UserinfoStage,
  vouching,
} from '../../fixtures/identity-provider.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { ACCESS_TOKEN, exchangeKey } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import type { Answering, Receiver } from '../../support/servers/webhook-receiver.js';

let stage: UserinfoStage;
let provider: Receiver;
let acme: Tenant;
beforeAll(async () => {
  stage = await aUserinfoStage();
  ({ provider, acme } = stage);
});
afterAll(() => stage.close());
beforeEach(() => provider.answers(() => 401));

const exchange = (tenant = acme, token?: string) => exchangeForeign(stage.tidings, tenant, token);

describe('an answer of the userinfo endpoint', () => {
  const refusing: readonly [string, () => Answering][] = [
    ['401', () => 401],
    ['404', () => 404],
    ['429', () => 429],
    ['an unverified address', saying({ email: 'olga@acme.example', email_verified: false })],
    ['an address unverified as text', saying({ email: 'olga@acme.example', email_verified: 'false' })],
    ['an address verified by nothing known', saying({ email: 'olga@acme.example', email_verified: 1 })],
    ['an address of which it says nothing', saying({ sub: '1', email: 'ada@acme.example' })],
    ['no subject', saying({ email: 'ada@acme.example', email_verified: true })],
    ['an empty subject', saying({ sub: '', email: 'ada@acme.example', email_verified: true })],
    ['a subject that is a number', saying({ sub: 1, email: 'ada@acme.example', email_verified: true })],
    ['a subject of 256 characters', saying({ sub: 'x'.repeat(256), email: 'ada@acme.example', email_verified: true })],
    ['no address', saying({ sub: '1' })],
    ['a list of addresses', saying({ email: ['olga@acme.example'] })],
    ['an address of the prototype', saying(JSON.parse('{"__proto__":{"email":"olga@acme.example"}}'))],
  ];
  test.each(refusing)('that is %s is an invalid grant', async (_, answer) => {
    provider.answers(answer);
    const { status, body, headers } = await exchange();
    expect([status, body.error, body.code]).toEqual([400, 'invalid_grant', 'errors.grant.invalid']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  const failing: readonly [string, () => Answering][] = [
    ['500', () => 500],
    ['a redirect', () => (response) => response.writeHead(302, { location: provider.url }).end()],
    ['HTML', () => (response) => response.end('<html>')],
    ['a list', saying([{ email: 'olga@acme.example' }])],
    ['null', saying(null)],
    ['too long', saying({ email: 'olga@acme.example', more: 'x'.repeat(65_536) })],
    [
      'cut off',
      () => (response) =>
        void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
    ],
    ['endless', () => (response) => void response.writeHead(200).write('x'.repeat(1_000_000))],
    ['a token that is signed', () => (response) => response.end('eyJ.eyJ.sig')],
  ];
  test.each(failing)('that is %s is 503', async (_, answer) => {
    provider.answers(answer);
    const before = provider.received.length;
    const { status, body, headers } = await exchange();
    expect([status, body.error, body.code]).toEqual([
      ...[503, 'temporarily_unavailable', 'errors.identity_provider.unavailable'],
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(provider.received.length - before, 'asked once').toBe(1);
  });

  test('that is just short enough is read', async () => {
    const person = { sub: '1', email: 'ada@acme.example', email_verified: true };
    const rest = 65_536 - JSON.stringify({ ...person, more: '' }).length;
    provider.answers(saying({ ...person, more: 'x'.repeat(rest) }));
    expect((await exchange()).status).toBe(200);
  });
});

describe('a request', () => {
  test.each(['a b', 'a\r\nx-admin: true', 'é', 'a"b', '=a', '{}'])('with the token %j asks nobody', async (token) => {
    const before = provider.received.length;
    expect((await exchange(acme, token)).body.error).toBe('invalid_grant');
    expect(provider.received.length).toBe(before);
  });

  test('of a tenant without an endpoint is an invalid request', async () => {
    const { status, body } = await exchange(await createTenant(stage.tidings, 'without'));
    expect([status, body.error, body.code]).toEqual([
      ...[400, 'invalid_request', 'errors.identity_provider.not_configured'],
    ]);
  });

  test('with another type of token names the types', async () => {
    const { status, body } = await exchangeKey(
      stage.tidings,
      acme.tenantId,
      FOREIGN_TOKEN,
      'urn:ietf:params:oauth:token-type:jwt',
    );
    expect([status, body.error, body.errors[0].path]).toEqual([400, 'invalid_request', 'subject_token_type']);
    expect(body.errors[0].details.choices).toContain(ACCESS_TOKEN);
  });

  test('does not wait for the endpoint of another tenant, which hangs and is asked eight times at once', async () => {
    const slow = await stage.configured('slow', '/slow', []);
    const held: (() => void)[] = [];
    provider.answers(({ path }) =>
      path === '/slow'
        ? (response) => void held.push(() => response.writeHead(401).end())
        : vouching({ email: 'ben@acme.example' })(),
    );
    const before = provider.received.length;
    const hanging = Array.from({ length: 20 }, () => exchange(slow));
    await provider.until((received) => received.length >= before + 8);
    expect((await exchange()).status).toBe(200);
    expect(held).toHaveLength(8);
    provider.answers(() => 401);
    for (const release of held) release();
    expect((await Promise.all(hanging)).map(({ body }) => body.error)).toEqual(Array(20).fill('invalid_grant'));
  });

  test('that waits for the endpoint, or for its turn, ends after ten seconds', async () => {
    const slow = await stage.configured('slower', '/slow', []);
    provider.answers(() => () => {});
    const from = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => exchange(slow)));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['errors.identity_provider.unavailable']));
    expect(performance.now() - from).toBeLessThan(15_000);
  }, 30_000);
});

test('an endpoint in a private network is not reached, also when it was saved while that was allowed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-userinfo-'));
  const allowed = await startTidings(REACHES_LOOPBACK, folder);
  const tenant = await createUserinfoTenant(allowed, 'acme', provider.url);
  provider.answers(vouching({ email: 'ada@acme.example' }));
  expect((await exchangeForeign(allowed, tenant)).status).toBe(200);
  await allowed.close();
  const before = provider.connections.made;
  const strict = await startTidings({}, folder);
  const { status, body } = await exchangeForeign(strict, tenant);
  expect([status, body.code]).toEqual([503, 'errors.identity_provider.unavailable']);
  expect(provider.connections.made).toBe(before);
  await strict.close();
  rmSync(folder, { recursive: true });
});

test('sign-ins count by client address and tenant', async () => {
  const limited = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'provider=3', TRUST_PROXY: '127.0.0.1' });
  const one = await createUserinfoTenant(limited, 'one', provider.url);
  const two = await createUserinfoTenant(limited, 'two', provider.url);
  const ask = async (tenant: Tenant, address: string) => {
    const call: Tidings['call'] = (method, path, asked = {}) =>
      limited.call(method, path, { ...asked, headers: { ...asked.headers, 'x-forwarded-for': address } });
    return (await exchangeForeign({ url: limited.url, call }, tenant)).status;
  };
  const first = [];
  for (let n = 0; n < 4; n++) first.push(await ask(one, '192.0.2.1'));
  expect(first).toEqual([400, 400, 400, 429]);
  expect([await ask(one, '192.0.2.2'), await ask(two, '192.0.2.1')]).toEqual([400, 400]);
  await limited.close();
});
