import { rmSync } from 'node:fs';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings } from '../../support/api.js';

test('anyone can check our tokens with the published keys, also after a restart', async () => {
  const before = await startTidings();
  const acme = await createTenant(before, 'acme');
  const published = await before.call('GET', '//.well-known/jwks.json');
  expect(published.status).toBe(200);
  expect(published.headers.get('cache-control')).toBe('public, max-age=300');
  expect(published.text).not.toContain('"d"');

  const keys = createLocalJWKSet(published.body);
  const access = await jwtVerify(acme.owner.token, keys, {
    issuer: 'http://127.0.0.1:3000',
    audience: 'tidings',
    typ: 'at+jwt',
    algorithms: ['ES256'],
  });
  expect(access.payload.sub).toBe(acme.owner.id);
  const id = await jwtVerify(acme.owner.idToken, keys, { issuer: 'http://127.0.0.1:3000', audience: acme.tenantId });
  expect(id.payload).toMatchObject({ email: 'Olga@acme.example' });

  const after = await before.again();
  expect((await after.call('GET', '//.well-known/jwks.json')).body).toEqual(published.body);
  await after.close();
  rmSync(before.dataDir, { recursive: true });
});
