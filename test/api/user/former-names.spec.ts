import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { Reservations } from '../../../src/engine/commands/reservations.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { user } from '../../../src/modules/people/user/domain/user.resource.js';
import { PASSWORDS, type Passwords } from '../../../src/ports/identity/passwords.js';
import { exchangeForeign, REACHES_LOOPBACK, vouching } from '../../fixtures/identity-provider.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

let tidings: Tidings;
let provider: Receiver;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  provider = await aReceiver();
  acme = await createTenant(tidings, 'acme');
});
afterAll(async () => {
  await tidings.close();
  await provider.close();
});

/** Names of reservations before their digests had a key. */
const bare = (kind: string, text: string) => `${kind}.${createHash('sha256').update(text).digest('base64url')}`;
const refusal = { code: 'errors.user.exists', path: 'email' } as const;

/** A user as an earlier version left them. */
async function formerUser(email: string, more: object = {}, names: readonly string[] = []): Promise<string> {
  const id = randomUUID();
  const ids = () => ({ commandId: randomUUID(), correlationId: 'c' });
  const meta = () => ({ tenantId: acme.tenantId, actor: 'test', at: instant(Date.now() - 3_600_000), ...ids() });
  const reservations = tidings.app.get(Reservations);
  for (const name of [bare('email', email.toLowerCase()), ...names])
    await reservations.take({ name, holder: id, refusal }, meta(), async () => false);
  const passwordHash = await tidings.app
    .get<Passwords>(PASSWORDS)
    .hash({ tenantId: acme.tenantId, client: 'test' }, PASSWORD);
  const value = { email, role: 'USER', passwordHash, ...more } as const;
  await tidings.app.get<CommandGateway>(COMMAND_GATEWAY).execute(new user.Create(id, { value }, meta()));
  return id;
}

const eventsOf = async (name: string) =>
  (await tidings.app.get(EventLog).read(streamName('reservation', acme.tenantId, name), { from: 1, limit: 10 })).map(
    ({ type }) => type,
  );

test('a user of an earlier version signs in, and nobody else gets the address', async () => {
  await formerUser('Anna@acme.example');
  expect((await signIn(tidings, acme.tenantId, 'ANNA@acme.example')).status).toBe(200);
  const again = await acme.owner.call('POST', '/users', { email: 'anna@acme.example', password: PASSWORD });
  expect(again.body).toMatchObject({
    code: 'errors.user.exists',
    errors: [{ path: 'email', message: 'The value is taken. Choose another value.' }],
  });
  const other = await acme.user('bert');
  const moved = await acme.owner.call('PATCH', `/users/${other.id}`, { email: 'anna@acme.example' });
  expect(moved.body).toMatchObject({ code: 'errors.user.exists' });
});

test('the address of a deleted user of an earlier version is free, and is reserved without a bare digest', async () => {
  const id = await formerUser('carl@acme.example');
  await acme.owner.mustCall('DELETE', `/users/${id}`);
  const name = bare('email', 'carl@acme.example');
  expect(await eventsOf(name)).toEqual(['Reserved', 'Released']);
  const { body } = await acme.owner.mustCall('POST', '/users', { email: 'Carl@acme.example', password: PASSWORD });
  expect((await signIn(tidings, acme.tenantId, 'carl@acme.example')).status).toBe(200);
  expect(await eventsOf(name)).toEqual(['Reserved', 'Released']);
  await acme.owner.mustCall('DELETE', `/users/${body.id}`);
  expect(await eventsOf(name)).toEqual(['Reserved', 'Released']);
});

test('a new address makes no stream that a guess would find', async () => {
  await acme.owner.mustCall('POST', '/users', { email: 'dora@acme.example', password: PASSWORD });
  expect(await eventsOf(bare('email', 'dora@acme.example'))).toEqual([]);
  const { name } = await tidings.app.get(Reservations).names.ofEmail(acme.tenantId, 'Dora@acme.example');
  expect(await eventsOf(name)).toEqual(['Reserved']);
});

test('a name that a request of an earlier version reserved a moment ago is not given away', async () => {
  const ids = { commandId: randomUUID(), correlationId: 'c' };
  const meta = { tenantId: acme.tenantId, actor: 'test', at: instant(Date.now()), ...ids };
  const name = bare('email', 'emil@acme.example');
  await tidings.app.get(Reservations).take({ name, holder: randomUUID(), refusal }, meta, async () => false);
  const asked = await acme.owner.call('POST', '/users', { email: 'emil@acme.example', password: PASSWORD });
  expect(asked.body).toMatchObject({ code: 'errors.user.exists' });
});

test('a person of a provider stays the user of an earlier version', async () => {
  const url = provider.url.replace('/hook', '/userinfo');
  await acme.owner.mustCall('PATCH', '/tenant', {
    token_exchange_userinfo_url: url,
    user_auto_provisioning_domains: ['acme.example'],
  });
  const identity = { issuer: url, subject: 'fritz' };
  const names = [bare('identity', JSON.stringify([identity.issuer, identity.subject]))];
  const id = await formerUser('fritz@acme.example', { identities: [identity] }, names);
  provider.answers(vouching({ sub: 'fritz', email: 'someone-else@acme.example' }));
  const { status, body } = await exchangeForeign(tidings, acme);
  expect(status).toBe(200);
  expect(JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).sub).toBe(id);
});
