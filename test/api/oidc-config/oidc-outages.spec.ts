import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, configOf, createOidcTenant, forgedProvider, signInForged } from '../../fixtures/oidc.js';
import type { Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aForgedProvider, type Conduct, type ForgedProvider } from '../../support/servers/forged-provider.js';
import type { Answering } from '../../support/servers/webhook-receiver.js';

const UNAVAILABLE = [503, 'errors.identity_provider.unavailable'];

let tidings: Tidings;
let forged: ForgedProvider;
let acme: Tenant;
/** A service inside, which no provider may lead to: 127.0.0.2 is not allowed. */
let inside: Server;
let reached = 0;
let insideUrl: string;
beforeAll(async () => {
  tidings = await startTidings({ OUTBOUND_ALLOW: '127.0.0.1/32', RATE_LIMITS: 'off' });
  forged = await aForgedProvider();
  acme = await createOidcTenant(tidings, 'acme', forged.is('honest'));
  inside = createServer((_, response) => response.end('{}')).on('connection', () => reached++);
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.2', listening));
  insideUrl = `http://127.0.0.2:${(inside.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await forged.close();
  await tidings.close();
  await new Promise((closed) => inside.close(closed));
});

const provider = (conduct?: Conduct) => forgedProvider(acme, forged, conduct);
const signIn = (name: string) => signInForged(tidings, acme, forged, name);

const endless: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(1_000_000_000) });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};
const broken: readonly [string, Answering][] = [
  ['500', 500],
  ['204', 204],
  ['a redirect', (response) => void response.writeHead(307, { location: '/honest/jwks' }).end()],
  ['HTML', (response) => void response.end('<html>')],
  ['a gigabyte', endless],
  ['no text at all', (response) => void response.destroy()],
];

/** Answers of a discovery that show a wrong authority. */
const WRONG_AUTHORITY = ['204', 'a redirect', 'HTML'];

describe.each(['discovery', 'jwks', 'token', 'userinfo'] as const)('%s', (endpoint) => {
  const failing = broken.filter(([what]) => endpoint !== 'discovery' || !WRONG_AUTHORITY.includes(what));
  test.each(failing)('that answers %s is 503', async (_, answer) => {
    const claims = endpoint === 'userinfo' ? { claims: { email: undefined as never } } : {};
    const conduct = endpoint === 'token' ? { token: () => answer } : { [endpoint]: answer };
    const { status, body, headers } = await signIn(await provider({ ...claims, ...conduct }));
    expect([status, body.code]).toEqual(UNAVAILABLE);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('metadata', () => {
  test.each(broken.filter(([what]) => WRONG_AUTHORITY.includes(what)))(
    'that are %s name a wrong authority',
    async (_, discovery) => {
      const { status, body, headers } = await signIn(await provider({ discovery }));
      expect([status, body.code, headers.get('retry-after')]).toEqual([400, 'errors.oidc_config.no_metadata', null]);
    },
  );

  const wrong: readonly [
    string,
    (honest: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
    string,
  ][] = [
    ['of another issuer', (honest) => ({ ...honest, issuer: forged.is('honest') }), 'other_issuer'],
    ['of a longer issuer', (honest) => ({ ...honest, issuer: `${honest.issuer}/` }), 'issuer_slash'],
    ['without an issuer', (honest) => ({ ...honest, issuer: undefined }), 'no_metadata'],
    ['without a token endpoint', (honest) => ({ ...honest, token_endpoint: undefined }), 'bad_endpoints'],
    ['without keys', (honest) => ({ ...honest, jwks_uri: undefined }), 'bad_endpoints'],
    [
      'that sends the browser to a script',
      (honest) => ({ ...honest, authorization_endpoint: 'javascript:alert(1)' }),
      'bad_endpoints',
    ],
    ['with a file as keys', (honest) => ({ ...honest, jwks_uri: 'file:///etc/passwd' }), 'bad_endpoints'],
    [
      'with a password in a URL',
      (honest) => ({ ...honest, token_endpoint: 'http://a:b@127.0.0.1/token' }),
      'bad_endpoints',
    ],
    [
      'with an endpoint that is a list',
      (honest) => ({ ...honest, token_endpoint: [honest.token_endpoint] }),
      'bad_endpoints',
    ],
  ];
  test.each(wrong)('%s are refused before the browser leaves', async (_, metadata, fault) => {
    const name = await provider({ metadata });
    const { status, body, headers } = await authorize(tidings, acme.tenantId, {}, name);
    expect([status, body.code]).toEqual([400, `errors.oidc_config.${fault}`]);
    expect(headers.get('retry-after')).toBeNull();
  });

  test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])('lead to nothing inside by %s', async (endpoint) => {
    for (const url of [insideUrl, insideUrl.replace('127.0.0.2', '[::ffff:127.0.0.2]'), 'http://169.254.169.254/']) {
      const metadata = (honest: object) => ({ ...honest, [endpoint]: url });
      const claims = { email: undefined as never };
      const { status, body } = await signIn(await provider({ metadata, claims }));
      expect([status, body.code]).toEqual(UNAVAILABLE);
    }
    expect(reached).toBe(0);
  });

  test('with members of a strange shape and depth break nothing', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    for (const strange of [deep, `{"a":${deep}}`, '7', '[7]', '"RS256"', 'null']) {
      const discovery: Answering = (response, { headers, path }) => {
        const issuer = `http://${headers.host}/${path.split('/')[1]}`;
        const endpoints = {
          authorization_endpoint: issuer,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        };
        const lists = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported', 'other'];
        const members = lists.map((name) => `"${name}":${strange}`).join();
        response.end(`${JSON.stringify({ issuer, ...endpoints }).slice(0, -1)},${members}}`);
      };
      expect([200, 400]).toContain((await signIn(await provider({ discovery }))).status);
    }
  });

  test('found at a place of their own are of no issuer', async () => {
    const authority_url = `${forged.is('elsewhere')}/.well-known/openid-configuration`;
    await acme.owner.mustCall('POST', '/oidc-configs', { ...configOf(authority_url, 'elsewhere') });
    expect((await authorize(tidings, acme.tenantId, {}, 'elsewhere')).body.code).toBe(
      'errors.oidc_config.discovery_url',
    );
  });

  test('are asked for once by many at the same time, and not again soon', async () => {
    const name = await provider({});
    const many = await Promise.all(Array.from({ length: 50 }, () => authorize(tidings, acme.tenantId, {}, name)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([302]));
    expect((await authorize(tidings, acme.tenantId, {}, name)).status).toBe(302);
    expect(forged.received.filter(({ path }) => path.startsWith(`/${name}/`))).toHaveLength(1);
  });
});

test('a provider that hangs is given up after ten seconds, and delays no other tenant', async () => {
  const other = await createOidcTenant(tidings, 'other', forged.is('honest'));
  const hang: Answering = () => {};
  const [discovering, redeeming] = [await provider({ discovery: hang }), await provider({ token: () => hang })];
  const late = Promise.all([...Array(3).fill(discovering), ...Array(12).fill(redeeming)].map(signIn));
  expect((await authorize(tidings, other.tenantId, {})).status).toBe(302);
  for (const { status, body } of await late) {
    expect([status, body.code]).toEqual(UNAVAILABLE);
  }
}, 40_000);

test('an answer that is as long as allowed is read', async () => {
  const metadata = (honest: object) => {
    const rest = 65_536 - JSON.stringify({ ...honest, more: '' }).length;
    return { ...honest, more: 'x'.repeat(rest) };
  };
  expect((await signIn(await provider({ metadata }))).status).toBe(200);
  const tooLong = (honest: object) => ({ ...metadata(honest), one: 1 });
  expect((await signIn(await provider({ metadata: tooLong }))).status).toBe(503);
});
