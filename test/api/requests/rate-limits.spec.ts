import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { LOGGER } from '../../../src/ports/process/logger.js';
import { from } from '../../fixtures/caller.js';
import { webauthnPath } from '../../fixtures/passkeys.js';
import { createTenant, signUpBody } from '../../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

describe('rate limits', () => {
  let tidings: Tidings;
  let tenantId: string;
  let token: string;

  beforeAll(async () => {
    tidings = await startTidings({
      RATE_LIMITS: 'tenant=12,credential=8,anonymous=5,token=20,email=4,signup=3,reset=6',
      TRUST_PROXY: '127.0.0.1',
    });
    const acme = await createTenant(tidings, 'acme', { types: [] });
    tenantId = acme.tenantId;
    token = acme.owner.token;
  });
  afterAll(() => tidings.close());

  const sign = (address: string, password: string) => signIn(from(tidings, address), tenantId, OWNER_EMAIL, password);

  test('tell the tightest bucket, and refuse with the time to wait', async () => {
    const first = await tidings.call('GET', '/users/me', { token });
    expect(first.headers.get('ratelimit-limit')).toBe('8');
    expect(first.headers.get('ratelimit-remaining')).toBe('7');
    let refused = first;
    for (let n = 0; n < 8; n++) refused = await tidings.call('GET', '/users/me', { token });
    expect([refused.status, refused.body.code]).toEqual([429, 'errors.rate_limited']);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('count sign-ups by client address', async () => {
    const ask = (address: string, name: string) =>
      from(tidings, address).call('POST', '/signup', { body: signUpBody(name) });
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask('192.0.2.7', `firm-${n}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await ask('192.0.2.8', 'other-firm')).status).toBe(201);
  });

  test('lock nobody out whose password is right, from an address that behaves', async () => {
    const attacks = [];
    for (let n = 0; n < 8; n++) attacks.push((await sign('192.0.2.66', 'wrong')).status);
    expect(attacks.filter((status) => status === 400).length).toBeLessThanOrEqual(7);
    expect(attacks.at(-1)).toBe(429);
    expect((await sign('192.0.2.9', PASSWORD)).status).toBe(200);
  });

  test.each(['options', 'verify'])(
    'count passkey sign-ins by client address, with token requests: %s',
    async (step) => {
      const address = step === 'options' ? '192.0.2.50' : '192.0.2.51';
      const path = webauthnPath(tenantId, `authentication/${step}`);
      const statuses = [];
      for (let n = 0; n < 21; n++)
        statuses.push((await from(tidings, address).call('POST', path, { body: {} })).status);
      expect(new Set(statuses.slice(0, 20))).toEqual(new Set([step === 'options' ? 200 : 400]));
      expect(statuses.at(-1)).toBe(429);
      expect((await sign(address, PASSWORD)).status).toBe(429);
    },
  );

  test('count resets by client address, whoever they are for', async () => {
    const ask = (address: string, email: string) =>
      from(tidings, address).call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await ask('192.0.2.20', `nobody-${n}@acme.example`)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
    expect((await ask('192.0.2.21', 'nobody@acme.example')).status).toBe(204);
  });

  test('count resets by e-mail, known or not, and leave each address a few', async () => {
    for (const email of ['anna@acme.example', 'stranger@acme.example']) {
      const ask = (address: string) =>
        from(tidings, address).call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
      const attacks = [];
      for (let n = 0; n < 6; n++) attacks.push((await ask(`192.0.2.3${email.length % 10}`)).status);
      expect(attacks).toEqual([204, 204, 204, 204, 429, 429]);
      expect((await ask('192.0.2.40')).status).toBe(204);
    }
  });

  test('count wrong tokens by e-mail, and leave each address a few', async () => {
    const guess = async (host: number, email = 'guess@acme.example') => {
      const body = { email, password: PASSWORD, token: 'tdp_guess' };
      const path = `/auth/${tenantId}/password-reset/set`;
      return (await from(tidings, `192.0.2.${host}`).call('POST', path, { body })).status;
    };
    const elsewhere = [];
    for (let n = 0; n < 4; n++) elsewhere.push(await guess(60 + n));
    expect(elsewhere).toEqual([400, 400, 400, 400]);
    const here = [];
    for (let n = 0; n < 4; n++) here.push(await guess(64));
    expect(here).toEqual([400, 400, 400, 429]);
    expect(await guess(64, 'other@acme.example')).toBe(400);
  });

  test('do not count sign-ins that succeed', async () => {
    for (let n = 0; n < 6; n++) expect((await sign('192.0.2.10', PASSWORD)).status).toBe(200);
  });

  test('believe no forwarded address of a proxy that is not trusted', async () => {
    const other = await startTidings({ RATE_LIMITS: 'anonymous=2' });
    const ask = (n: number) => from(other, `192.0.2.${n}`).call('GET', '//.well-known/jwks.json');
    expect([(await ask(1)).status, (await ask(2)).status, (await ask(3)).status]).toEqual([200, 200, 429]);
    await other.close();
  });

  test('count a client as one whose proxy appends the port of each connection', async () => {
    const other = await startTidings({ RATE_LIMITS: 'anonymous=2', TRUST_PROXY: '127.0.0.1,192.0.2.99' });
    const ask = async (address: string) => (await from(other, address).call('GET', '//.well-known/jwks.json')).status;
    const statuses = async (...addresses: string[]) => {
      const found = [];
      for (const address of addresses) found.push(await ask(address));
      return found;
    };
    expect(await statuses('192.0.2.1:1', '192.0.2.1:2', '[::ffff:192.0.2.1]:3')).toEqual([200, 200, 429]);
    expect(await statuses('[2001:db8::1]:1', '2001:db8::1', '[2001:db8::2]:3')).toEqual([200, 200, 429]);
    expect(await statuses('192.0.2.3:1, 192.0.2.99:4', '192.0.2.3:2, 192.0.2.99', '192.0.2.3')).toEqual([
      200, 200, 429,
    ]);
    expect(await statuses('no address', 'another', 'a third')).toEqual([200, 200, 429]);
    await other.close();
  });

  test.each([
    ['X-Forwarded-For', {}, true],
    ['Forwarded', {}, true],
    ['X-Forwarded-For', { TRUST_PROXY: '192.0.2.1' }, true],
    ['X-Forwarded-For', { TRUST_PROXY: '127.0.0.1' }, false],
  ])('a proxy that sends %s and is not trusted with %j is said once: %s', async (header, settings, isSaid) => {
    const lines: string[] = [];
    const logger = { debug() {}, info() {}, warn: (_: object, text: string) => lines.push(text), error() {} };
    const other = await startTidings(settings, undefined, undefined, [provide(LOGGER, [], () => logger)]);
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
    await other.call('GET', '//health/live');
    for (let n = 0; n < 3; n++) await other.call('GET', '//health/live', { headers: { [header]: '192.0.2.7' } });
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(isSaid ? 1 : 0);
    await other.close();
  });

  test('count a refused credential by client address, and no refused role', async () => {
    const other = await startTidings({ RATE_LIMITS: 'failed=5' });
    const acme = await createTenant(other, 'acme');
    const user = await acme.user('ben');
    for (let i = 0; i < 10; i++) expect((await user.call('GET', '/api-keys')).status).toBe(403);
    const { token } = await acme.user('eva');
    const read = (credential: string) => other.call('GET', '/users/me', { token: credential });
    const { token: key } = await acme.apiKey();
    const readByKey = () => other.call('GET', '/conversations', { token: key });
    expect([(await read(token)).status, (await readByKey()).status]).toEqual([200, 200]);
    for (let i = 0; i < 5; i++) expect((await read(`x${i}`)).status).toBe(401);
    expect((await read('x')).status).toBe(429);
    expect([(await read(token)).status, (await readByKey()).status]).toEqual([200, 200]);
    await other.close();
  });

  test('can be switched off', async () => {
    const other = await startTidings({ RATE_LIMITS: 'off' });
    const { headers } = await other.call('GET', '//.well-known/jwks.json');
    expect(headers.get('ratelimit-limit')).toBeNull();
    await other.close();
  });

  test('need one clear setting', async () => {
    await expect(startTidings({ RATE_LIMITS: 'tokens=5' })).rejects.toThrow(/^RATE_LIMITS must be "off", or like/);
  });
});

test('a tenant under attack leaves the sign-in of others alone', async () => {
  const tidings = await startTidings({ TRUST_PROXY: '127.0.0.1' });
  const [attacked, quiet] = [await createTenant(tidings, 'attacked'), await createTenant(tidings, 'quiet')];
  const attack = Array.from({ length: 90 }, (_, n) =>
    signIn(from(tidings, `192.0.2.${n}`), attacked.tenantId, `u${n}@x.example`, 'wrong one'),
  );
  expect((await signIn(tidings, quiet.tenantId)).status).toBe(200);
  await Promise.all(attack);
  await tidings.close();
});

test('clients of two conversations that have the same participant id have a bucket each', async () => {
  const tidings = await startTidings({ RATE_LIMITS: 'credential=12' });
  try {
    const acme = await createTenant(tidings, 'acme');
    for (const id of ['c1', 'c2']) await acme.conversationWithClient(id);
    const [one, other] = [await acme.client('c1'), await acme.client('c2')];
    const statuses = [];
    for (let n = 0; n < 13; n++) statuses.push((await one.call('GET', '/conversations/c1')).status);
    expect(statuses).toEqual([...Array(12).fill(200), 429]);
    expect((await other.call('GET', '/conversations/c2')).status).toBe(200);
  } finally {
    await tidings.close();
  }
});
