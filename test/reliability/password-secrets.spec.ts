import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenIn } from '../fixtures/password-mails.js';
import { createTenant } from '../fixtures/tenant.js';
import { claimsOf, requestToken, signIn } from '../fixtures/tokens.js';
import { compiledHouse, type Fleet, newFleet } from '../support/fleet.js';
import { type AMailServer, aMailServer } from '../support/mail-server.js';
import { until } from '../support/until.js';

const OLD = 'canary of the old password';
const NEW = 'canary of the new password';

let house: ReturnType<typeof compiledHouse>;
let fleet: Fleet;
let mails: AMailServer;
beforeAll(async () => {
  house = compiledHouse('password-secrets');
  mails = await aMailServer();
  fleet = newFleet(house.root, { SMTP_URL: mails.url, LOG_LEVEL: 'trace' });
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await mails.close();
  house.remove();
});

/** Every file of a folder, as bytes in a text. */
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );

test('passwords, tokens and keys stand in no file and no log line; only digests do', async () => {
  let member = await fleet.start(['api', 'projector', 'effects']);
  const acme = await createTenant(member, 'acme');
  const email = 'canary-user@acme.example';
  await acme.owner.mustCall('POST', '/users', { email, password: OLD });
  const before = (await signIn(member, acme.tenantId, email, OLD)).body;
  const refreshed = await requestToken(member, acme.tenantId, {
    grant_type: 'refresh_token',
    refresh_token: before.refresh_token,
  });
  const reset = (address: string) =>
    member.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email: address } });
  await reset(email);
  await reset('canary-stranger@acme.example');
  await acme.owner.mustCall('POST', '/users', { email: 'canary-guest@acme.example' });
  await until(
    () => mails.taken.length,
    (taken) => taken >= 2,
  );
  const tokens = mails.taken.map(({ text }) => tokenIn(text));
  const mine = tokenIn(mails.taken.find(({ to }) => to.includes(email))?.text ?? '');
  const set = await member.call('POST', `/auth/${acme.tenantId}/password-reset/set`, {
    body: { email, password: NEW, token: mine },
  });
  expect(set.status).toBe(204);
  const after = (await signIn(member, acme.tenantId, email, NEW)).body;
  await acme.owner.mustCall('DELETE', `/users/${claimsOf(after.access_token).sub}`);
  const key = (await acme.owner.mustCall('POST', '/api-keys', { name: 'Importer' })).body.api_key;
  await acme.owner.call('GET', '/users', undefined, { authorization: `Bearer ${key}` });

  const secrets = [OLD, NEW, ...tokens, key, key.slice(-40, -6)].concat(
    [before, refreshed.body, after].flatMap(({ access_token, refresh_token }) => [
      refresh_token,
      refresh_token.slice(-43),
      access_token,
      access_token.split('.')[2],
    ]),
  );
  expect(secrets.every((secret) => secret?.length > 20)).toBe(true);
  for (const restart of [false, true]) {
    const told = member.told;
    await member.kill();
    const places = [...filesIn(fleet.dataDir), ['the log', told] as const];
    // What is looked for would be found: the tenant stands in the files, and the calls in the log.
    expect(places.some(([path, bytes]) => path !== 'the log' && bytes.includes(acme.tenantId))).toBe(true);
    if (!restart) expect(told).toContain('"call":"password.set"');
    for (const [path, bytes] of places)
      for (const secret of [...secrets, 'canary-stranger@acme.example'])
        expect(bytes.includes(secret), `${path} holds ${secret}`).toBe(false);
    if (!restart) member = await fleet.start(['api', 'projector', 'effects']);
  }
}, 120_000);
