import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { plus, SECOND } from '../../../src/kernel/instant.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { signUpBody } from '../../fixtures/tenant.js';
import { claimsOf, requestToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

const GRANT = 'urn:tidings:grant-type:login-code';

let tidings: Tidings;
let aheadMs = 0;
const clock = { ...systemClock, now: () => plus(systemClock.now(), aheadMs) };
beforeAll(async () => {
  tidings = await startTidings({}, undefined, undefined, [{ provide: CLOCK, useValue: clock }]);
});
afterAll(() => tidings.close());

interface SignedUp {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly login_code: string;
}

async function signedUp(subdomain: string): Promise<SignedUp> {
  const { headers, body } = await tidings.call('POST', '/signup', { body: signUpBody(subdomain) });
  expect(headers.get('cache-control')).toBe('no-store');
  return body;
}

const redeem = (tenantId: string, code: string) => requestToken(tidings, tenantId, { grant_type: GRANT, code });

const REFUSED = { status: 400, body: { code: 'errors.grant.invalid', error: 'invalid_grant' } };

describe('the login code of a sign-up', () => {
  test('signs in the first owner, once, as a recent sign-in', async () => {
    const { tenant_id, user_id, login_code } = await signedUp('once');
    const before = Math.floor(Date.now() / 1_000);
    const { status, headers, body } = await redeem(tenant_id, login_code);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.stringMatching(/^tdr_/) });
    expect(claimsOf(body.access_token)).toMatchObject({ sub: user_id, tenant_id, role: 'OWNER' });
    expect(claimsOf(body.access_token).auth_time).toBeGreaterThanOrEqual(before);
    expect((await tidings.call('GET', '/users/me', { token: body.access_token })).body.id).toBe(user_id);
    expect(await redeem(tenant_id, login_code)).toMatchObject(REFUSED);
  });

  test('of ten calls at once one gets tokens', async () => {
    const { tenant_id, login_code } = await signedUp('ten');
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(tenant_id, login_code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test('is refused for another tenant, after 60 seconds and with another character', async () => {
    const one = await signedUp('first');
    const other = await signedUp('second');
    expect(await redeem(other.tenant_id, one.login_code)).toMatchObject(REFUSED);
    const last = one.login_code.endsWith('A') ? 'E' : 'A';
    expect(await redeem(one.tenant_id, one.login_code.slice(0, -1) + last)).toMatchObject(REFUSED);
    expect(await redeem(one.tenant_id, 'tdl_')).toMatchObject(REFUSED);
    aheadMs = 61 * SECOND;
    expect(await redeem(one.tenant_id, one.login_code)).toMatchObject(REFUSED);
    aheadMs = 0;
    expect(await redeem(other.tenant_id, other.login_code)).toMatchObject({ status: 200 });
  });

  test('is no token of another kind', async () => {
    const { tenant_id, login_code } = await signedUp('kinds');
    const token = { token: login_code };
    expect((await tidings.call('GET', '/users/me', token)).status).toBe(401);
    const refresh = await requestToken(tidings, tenant_id, { grant_type: 'refresh_token', refresh_token: login_code });
    expect(refresh).toMatchObject(REFUSED);
    const { body } = await requestToken(tidings, tenant_id, { grant_type: GRANT });
    expect(body.errors).toEqual([expect.objectContaining({ path: 'code', code: 'errors.field.required' })]);
  });
});
