import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { form, PASSWORD, requestToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

describe('the form of the token call', () => {
  const invalid: readonly [string, string, string][] = [
    ['no grant', '', 'grant_type'],
    ['an empty grant', 'grant_type=', 'grant_type'],
    ['no username', 'grant_type=password&password=x', 'username'],
    ['no password', 'grant_type=password&username=x&password=', 'password'],
    ['no refresh token', 'grant_type=refresh_token', 'refresh_token'],
    ['a field twice', 'grant_type=password&username=a&username=b&password=x', 'username'],
    ['an array', 'grant_type=password&username[]=a&password=x', 'username'],
    ['an operator', 'grant_type=password&username[$ne]=a&password=x', 'username'],
    ['a prototype', 'grant_type=password&__proto__=username&__proto__[username]=a&password=x', 'username'],
    ['too long a username', `grant_type=password&username=${'a'.repeat(255)}&password=x`, 'username'],
    ['too long a password', `grant_type=password&username=a&password=${'a'.repeat(129)}`, 'password'],
    ['NUL', 'grant_type=password&username=a%00&password=x', 'username'],
  ];
  test.each(invalid)('%s is an invalid request', async (_, raw, path) => {
    const { status, body } = await requestToken(tidings, acme.tenantId, raw);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request', code: 'errors.validation.failed' });
    expect(body.errors).toContainEqual(expect.objectContaining({ path }));
  });

  test('bytes that are no UTF-8 are malformed', async () => {
    const raw = Buffer.from('grant_type=password&username=\xff&password=x', 'latin1');
    const { status, body } = await tidings.call('POST', `/auth/${acme.tenantId}/oauth2/token`, { ...form(''), raw });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test('takes 64 KiB and no more', async () => {
    const ofBytes = (bytes: number) => requestToken(tidings, acme.tenantId, 'a'.repeat(bytes));
    expect((await ofBytes(limits.formBytes)).status).toBe(400);
    expect(await ofBytes(limits.formBytes + 1)).toMatchObject({
      status: 413,
      body: { error: 'invalid_request', code: 'errors.body.too_large' },
    });
  });

  test('ignores unknown fields, however many there are (RFC 6749 3.2)', async () => {
    const { status, body } = await requestToken(tidings, acme.tenantId, 'a&'.repeat(limits.formBytes / 2));
    expect([status, body.errors.length]).toEqual([400, 1]);
    const right = `grant_type=password&username=olga@acme.example&password=${encodeURIComponent(PASSWORD)}`;
    const more = '&admin=true&admin=false&resource=https://api.example&__proto__=a&x=%00&empty=';
    expect((await requestToken(tidings, acme.tenantId, right + more)).status).toBe(200);
  });

  test.each(['implicit', 'client_credentials', 'PASSWORD'])('%s is not supported', async (grant_type) => {
    const { status, body } = await requestToken(tidings, acme.tenantId, { grant_type, code: 'x' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'unsupported_grant_type', code: 'errors.grant.unsupported' });
  });

  test('JSON is another media type', async () => {
    const body = { grant_type: 'password', username: 'olga@acme.example', password: PASSWORD };
    expect((await tidings.call('POST', `/auth/${acme.tenantId}/oauth2/token`, { body })).status).toBe(415);
  });

  test('nothing is asked for in the query', async () => {
    const path = `/auth/${acme.tenantId}/oauth2/token?grant_type=password`;
    expect((await tidings.call('POST', path, form({ grant_type: 'password' }))).status).toBe(400);
  });

  test('an Idempotency-Key is not heeded', async () => {
    const fields = { grant_type: 'password', username: 'olga@acme.example', password: PASSWORD };
    const path = `/auth/${acme.tenantId}/oauth2/token`;
    const headers = { ...form(fields).headers, 'idempotency-key': 'k' };
    const [one, two] = [
      await tidings.call('POST', path, { ...form(fields), headers }),
      await tidings.call('POST', path, { ...form(fields), headers }),
    ];
    expect(one.body.refresh_token).not.toBe(two.body.refresh_token);
    expect(two.headers.get('idempotent-replayed')).toBeNull();
  });
});
