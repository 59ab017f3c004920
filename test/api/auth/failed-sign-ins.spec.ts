import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOGGER } from '../../../src/ports/process/logger.js';
import { ORIGIN, registerPasskey, signInOptions, verifySignIn } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, requestToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

type Line = Readonly<Record<string, unknown>>;

let tidings: Tidings;
let acme: Tenant;
const lines: Line[] = [];
const failures = () => lines.filter(({ message }) => message === 'A sign-in failed');

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  const logger = tidings.app.get<Record<string, unknown>>(LOGGER);
  for (const level of ['info', 'warn', 'error'])
    logger[level] = (fields: object, message: string) => void lines.push({ level, message, ...fields });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
beforeEach(() => {
  lines.length = 0;
});

const grant = (form: Record<string, string>) => requestToken(tidings, acme.tenantId, form);
const byPassword = (username: string, password: string) => grant({ grant_type: 'password', username, password });

describe('a sign-in that fails is logged', () => {
  test('with tenant, account, network and request, and with neither e-mail address nor password', async () => {
    const { headers } = await byPassword('olga@acme.example', 'a wrong password');
    const { body: me } = await acme.owner.mustCall('GET', '/users/me');
    expect(failures()).toEqual([
      {
        level: 'warn',
        message: 'A sign-in failed',
        tenantId: acme.tenantId,
        userId: me.id,
        network: '127.0.0.1',
        requestId: headers.get('x-request-id'),
        grant: 'password',
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/olga|wrong password/);
  });

  test('without an account where nobody has the address', async () => {
    await byPassword('nobody@acme.example', 'a wrong password');
    expect(failures()).toMatchObject([{ tenantId: acme.tenantId, userId: undefined, grant: 'password' }]);
    expect(JSON.stringify(lines)).not.toMatch(/nobody|wrong password/);
  });

  test('with a refresh token, too, which is not logged', async () => {
    await grant({ grant_type: 'refresh_token', refresh_token: 'a-token-of-nobody' });
    expect(failures()).toMatchObject([{ tenantId: acme.tenantId, grant: 'refresh_token' }]);
    expect(JSON.stringify(lines)).not.toContain('a-token-of-nobody');
  });

  test('with a passkey, too', async () => {
    const authenticator = await registerPasskey(acme.owner, acme.tenantId);
    const { body: options } = await signInOptions(tidings, acme.tenantId);
    const response = authenticator.signIn(options, { origin: ORIGIN });
    expect((await verifySignIn(tidings, acme.tenantId, response)).status).toBe(200);
    expect(failures()).toEqual([]);
    await verifySignIn(tidings, acme.tenantId, response);
    const { body: me } = await acme.owner.mustCall('GET', '/users/me');
    expect(failures()).toMatchObject([{ tenantId: acme.tenantId, userId: me.id, grant: 'passkey' }]);
  });

  test('and one that succeeds is not', async () => {
    expect((await byPassword('olga@acme.example', PASSWORD)).status).toBe(200);
    expect(failures()).toEqual([]);
  });
});
