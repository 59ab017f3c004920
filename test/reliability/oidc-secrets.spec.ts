import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUserinfoTenant, exchangeForeign, REACHES_LOOPBACK, saying } from '../fixtures/identity-provider.js';
import { authorize, CALLBACK, createOidcTenant, newPkce, redeem } from '../fixtures/oidc.js';
import { filesWith } from '../support/canary.js';
import { compiledHouse, type Fleet, newFleet } from '../support/fleet.js';
import { anOidcProvider, CLIENT, type OidcProvider, signInAt } from '../support/oidc-provider.js';
import { aReceiver, type Receiver } from '../support/webhook-receiver.js';

const FOREIGN = 'canary-of-a-foreign-access-token';

let house: ReturnType<typeof compiledHouse>;
let fleet: Fleet;
let provider: OidcProvider;
let userinfo: Receiver;
beforeAll(async () => {
  house = compiledHouse('oidc-secrets');
  fleet = newFleet(house.root, { ...REACHES_LOOPBACK, PUBLIC_URL: 'http://127.0.0.1:3000', LOG_LEVEL: 'trace' });
  provider = await anOidcProvider([CALLBACK]);
  userinfo = await aReceiver();
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await provider.close();
  await userinfo.close();
  house.remove();
});

test('codes, verifiers, client secrets, tokens and e-mail addresses stand in no file and no log line', async () => {
  const member = await fleet.start(['api', 'projector', 'effects']);
  const acme = await createOidcTenant(member, 'acme', provider.issuer);
  const { verifier, challenge } = newPkce();
  const state = 'canary of the state of an app';
  const begun = await authorize(member, acme.tenantId, { code_challenge: challenge, state });
  const callback = await signInAt(provider, begun.headers.get('location') ?? '', 'canary-ada@acme.example');
  const code = callback.searchParams.get('code') ?? '';
  const signedIn = await redeem(member, acme.tenantId, code, verifier);
  expect(signedIn.status).toBe(200);
  expect((await redeem(member, acme.tenantId, code, verifier)).body.error).toBe('invalid_grant');
  const bad = await redeem(member, acme.tenantId, 'canary-of-a-code', newPkce().verifier);
  expect(bad.body.error).toBe('invalid_grant');

  const other = await createUserinfoTenant(member, 'other', userinfo.url);
  userinfo.answers(saying({ email: 'canary-ben@acme.example', given_name: 'Canary-Benedict' }));
  const exchanged = await exchangeForeign(member, other, FOREIGN);
  expect(exchanged.status).toBe(200);
  userinfo.answers(() => 500);
  expect((await exchangeForeign(member, other, FOREIGN)).status).toBe(503);
  await member.kill();

  const inNoFile = [code, verifier, state, FOREIGN, CLIENT.client_secret, 'canary-of-a-code'];
  inNoFile.push(...[signedIn, exchanged].flatMap(({ body }) => [body.access_token, body.refresh_token]));
  for (const secret of inNoFile) {
    expect(secret.length).toBeGreaterThan(15);
    expect(filesWith(fleet.dataDir, secret), secret).toEqual([]);
  }
  // What is looked for would be found: the tenant stands in the files, and the calls in the log.
  expect(filesWith(fleet.dataDir, acme.tenantId).length).toBeGreaterThan(0);
  expect(member.told).toContain('"call":"auth.authorize"');
  const inNoLine = [...inNoFile, 'canary-ada', 'canary-ben', 'Canary-Benedict', userinfo.url, provider.issuer];
  for (const text of inNoLine) expect(member.told).not.toContain(text);
}, 120_000);
