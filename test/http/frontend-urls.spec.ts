import { describe, expect, test } from 'vitest';
import { clientUrl, frontendUrl } from '../../src/http/frontend-urls.js';

const acme = { tenantId: 't', subdomain: 'acme' };

describe('where the apps are', () => {
  test('a tenant has its own name before the host', () => {
    expect(frontendUrl('https://tidings.example', acme)).toBe('https://acme.tidings.example');
    expect(clientUrl('https://tidings.example', acme, 'k')).toBe('https://acme-client.tidings.example/c#auth_key=k');
  });
  test('scheme and port stay', () =>
    expect(frontendUrl('http://tidings.test:8080', acme)).toBe('http://acme.tidings.test:8080'));
  test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
    'before %s stands no name, so the tenant is in the query',
    (origin) => {
      expect(frontendUrl(origin, acme)).toBe(`${origin}/?tenant=t`);
      expect(clientUrl(origin, acme, 'k')).toBe(`${origin}/c?tenant=t#auth_key=k`);
    },
  );
});
