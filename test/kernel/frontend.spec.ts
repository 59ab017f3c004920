import { describe, expect, test } from 'vitest';
import { clientFrontendUrl, conversationPage, frontendUrl } from '../../src/kernel/frontend.js';

const acme = { tenantId: 't', subdomain: 'acme' };

describe('where the apps are', () => {
  test('a tenant has its own name before the host', () => {
    expect(frontendUrl('https://tidings.example', acme)).toBe('https://acme.tidings.example');
    expect(clientFrontendUrl('https://tidings.example', acme)).toBe('https://acme-client.tidings.example/c');
    expect(conversationPage('https://tidings.example', acme, 'c-1')).toBe(
      'https://acme.tidings.example/conversations/c-1',
    );
  });
  test('scheme and port stay', () =>
    expect(frontendUrl('http://tidings.test:8080', acme)).toBe('http://acme.tidings.test:8080'));
  test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
    'before %s stands no name, so the tenant is in the query',
    (origin) => {
      expect(frontendUrl(origin, acme)).toBe(`${origin}/?tenant=t`);
      expect(clientFrontendUrl(origin, acme)).toBe(`${origin}/c?tenant=t`);
      expect(conversationPage(origin, acme, 'c-1')).toBe(`${origin}/conversations/c-1?tenant=t`);
    },
  );
});
