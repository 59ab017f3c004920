import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDomainOwner, type DomainOwner } from '../../fixtures/domains.js';
import { verifyRegistration, verifySignIn, webauthnPath } from '../../fixtures/passkeys.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { Authenticator } from '../../support/authenticator.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';

const SERVICE = 'https://tidings.example';
const SYSTEM = 'https://acme.tidings.example';
const OWN = 'https://desk.acme.example';

let dns: DnsServer;
let tidings: Tidings;
let acme: DomainOwner;
let zeta: DomainOwner;
beforeAll(async () => {
  dns = await startDnsServer();
  tidings = await startTidings({ PUBLIC_URL: SERVICE, DNS_SERVERS: dns.address, RATE_LIMITS: 'off' });
  acme = await createDomainOwner(tidings, dns, 'acme');
  zeta = await createDomainOwner(tidings, dns, 'zeta');
});
afterAll(async () => {
  await tidings.close();
  await dns.close();
});

const from = (origin: string | undefined) => (origin === undefined ? {} : { origin });

const signInOptions = async (origin?: string) =>
  (
    await tidings.call('POST', webauthnPath(acme.tenantId, 'authentication/options'), {
      body: {},
      headers: from(origin),
    })
  ).body;

const registrationOptions = async (who: SignedIn, origin?: string) =>
  (await who.call('POST', webauthnPath(acme.tenantId, 'registration/options'), undefined, from(origin))).body;

async function registered(who: SignedIn, origin: string): Promise<Authenticator> {
  const authenticator = new Authenticator();
  const response = authenticator.register(await registrationOptions(who, origin), { origin });
  expect((await verifyRegistration(who, acme.tenantId, response)).status).toBe(200);
  return authenticator;
}

/** The status of a sign-in at `origin` with options that were requested there, or at `asked`. */
async function signIn(authenticator: Authenticator, origin: string, asked = origin): Promise<number> {
  const options = await signInOptions(asked);
  const response = authenticator.signIn(options, { origin, rpId: options.rpId });
  return (await verifySignIn(tidings, acme.tenantId, response)).status;
}

describe('a passkey of a tenant without a domain of its own', () => {
  test('is made for the system domain, or for the host of the page', async () => {
    expect((await signInOptions()).rpId).toBe('acme.tidings.example');
    expect((await signInOptions(SYSTEM)).rpId).toBe('acme.tidings.example');
    expect((await signInOptions(SERVICE)).rpId).toBe('tidings.example');
    for (const foreign of ['https://zeta.tidings.example', 'https://evil.example', 'null', `${SYSTEM}.evil.example`])
      expect((await signInOptions(foreign)).rpId).toBe('acme.tidings.example');
    expect((await registrationOptions(acme.owner)).rp).toEqual({ name: 'Acme', id: 'acme.tidings.example' });
  });

  test('signs in where it was made, and nowhere else', async () => {
    const authenticator = await registered(await acme.user('ben'), SYSTEM);
    expect(await signIn(authenticator, SYSTEM)).toBe(200);
    expect(await signIn(authenticator, SERVICE)).toBe(400);
    expect(await signIn(authenticator, SERVICE, SYSTEM)).toBe(400);
    expect(await signIn(authenticator, 'https://zeta.tidings.example', SYSTEM)).toBe(400);
    expect(await signIn(authenticator, 'http://acme.tidings.example', SYSTEM)).toBe(400);
    expect(await signIn(authenticator, 'https://acme-client.tidings.example', SYSTEM)).toBe(400);
  });
});

describe('a custom domain', () => {
  test('counts once it is verified, and as long as it is there', async () => {
    const user = await acme.user('carla');
    const old = await registered(user, SYSTEM);
    const { body: requested } = await acme.request('desk.acme.example');
    expect((await signInOptions(OWN)).rpId).toBe('acme.tidings.example');
    dns.set(requested.verification.name, [requested.verification.value]);
    expect((await acme.verify(requested.id)).body.status).toBe('CREATED');

    expect((await signInOptions()).rpId).toBe('desk.acme.example');
    const { excludeCredentials } = await registrationOptions(user);
    expect(excludeCredentials).toEqual([]);
    const fresh = await registered(user, OWN);
    expect(await signIn(fresh, OWN)).toBe(200);
    expect(await signIn(old, SYSTEM)).toBe(200);
    expect(await signIn(old, OWN)).toBe(400);

    const options = await signInOptions(OWN);
    await acme.owner.mustCall('DELETE', `${acme.path}/${requested.id}`);
    const response = fresh.signIn(options, { origin: OWN });
    expect((await verifySignIn(tidings, acme.tenantId, response)).body.code).toBe('errors.passkey.invalid');
    expect((await signInOptions(OWN)).rpId).toBe('acme.tidings.example');
    expect(await signIn(old, SYSTEM)).toBe(200);
  });

  test('stays while nobody signs in but owners with passkeys of it', async () => {
    const { id } = await acme.verified('own.acme.example');
    await registered(acme.owner, 'https://own.acme.example');
    const path = `${acme.path}/${id}`;
    const ways = (sign_in: object) => acme.owner.call('PATCH', '/tenant', { sign_in });
    const passkeysAlone = { password: false, sso: false };
    expect((await ways(passkeysAlone)).status).toBe(200);
    const endings = [
      await acme.owner.call('DELETE', path),
      await acme.owner.call('PUT', path, { domain: 'next.acme.example' }),
    ];
    for (const { status, body } of endings) expect([status, body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
    expect((await acme.owner.call('PUT', path, { domain: 'own.acme.example' })).status).toBe(200);
    expect((await ways({})).status).toBe(200);
    expect((await acme.owner.call('DELETE', path)).status).toBe(204);
    expect((await ways(passkeysAlone)).body.code).toBe('errors.tenant.last_sign_in');
  });

  test('of the client app is no place where users sign in', async () => {
    await zeta.verified('chat.zeta.example', { is_client_app: true });
    const { body } = await tidings.call('POST', webauthnPath(zeta.tenantId, 'authentication/options'), {
      body: {},
      headers: { origin: 'https://chat.zeta.example' },
    });
    expect(body.rpId).toBe('zeta.tidings.example');
  });
});

test.each(['http://tidings.example', 'https://10.0.0.5'])('where PUBLIC_URL is %s there are none', async (url) => {
  const plain = await startTidings({ PUBLIC_URL: url });
  const { tenantId, owner } = await createTenant(plain, 'acme');
  const ways = await plain.call('GET', `/auth/${tenantId}/options?email=olga@acme.example`);
  expect(ways.body.webauthn).toBe(false);
  const options = [
    await plain.call('POST', webauthnPath(tenantId, 'authentication/options'), { body: {} }),
    await owner.call('POST', webauthnPath(tenantId, 'registration/options')),
  ];
  for (const { status, body } of options) expect([status, body.code]).toEqual([409, 'errors.passkey.unavailable']);
  await plain.close();
});
