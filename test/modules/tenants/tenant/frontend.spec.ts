import { describe, expect, test } from 'vitest';
import {
  isOfService,
  systemDomain,
  systemLabel,
} from '../../../../src/modules/tenants/tenant/application/domain-names.js';
import {
  clientFrontendUrl,
  conversationPage,
  frontendOrigins,
  frontendUrl,
  mainDomain,
  passwordPage,
} from '../../../../src/modules/tenants/tenant/application/frontend.js';

const acme = { tenantId: 't', subdomain: 'acme' };

describe('where the apps are', () => {
  test('a tenant has its own name before the host', () => {
    expect(frontendUrl('https://tidings.example', acme)).toBe('https://acme.tidings.example');
    expect(clientFrontendUrl('https://tidings.example', acme)).toBe('https://acme-client.tidings.example/c');
    expect(conversationPage('https://tidings.example', acme, 'c-1')).toBe(
      'https://acme.tidings.example/conversations/c-1',
    );
    expect(passwordPage('https://tidings.example', acme, 'x-1')).toBe('https://acme.tidings.example/reset#token=x-1');
  });
  test('a verified custom domain comes first', () => {
    const own = { ...acme, mainDomain: 'desk.acme.example', clientDomain: 'chat.acme.example' };
    for (const origin of ['https://tidings.example', 'http://127.0.0.1:3000']) {
      expect(frontendUrl(origin, own)).toBe('https://desk.acme.example');
      expect(clientFrontendUrl(origin, own)).toBe('https://chat.acme.example/c');
      expect(conversationPage(origin, own, 'c-1')).toBe('https://desk.acme.example/conversations/c-1');
      expect(passwordPage(origin, own, 'x-1')).toBe('https://desk.acme.example/reset#token=x-1');
      expect(mainDomain(origin, own)).toBe('desk.acme.example');
    }
  });
  test('each origin is one of the service, the system domains and the verified ones', () => {
    expect(frontendOrigins('https://tidings.example:8443', { ...acme, clientDomain: 'chat.acme.example' })).toEqual([
      'https://tidings.example:8443',
      'https://acme.tidings.example:8443',
      'https://acme-client.tidings.example:8443',
      'https://chat.acme.example',
    ]);
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])
      expect(frontendOrigins(origin, acme)).toEqual([origin]);
  });
  test('every tenant has two system domains', () => {
    expect(systemDomain('https://tidings.example:8443', 'acme', 'MAIN')).toBe('acme.tidings.example');
    expect(systemDomain('https://tidings.example', 'acme', 'CLIENT')).toBe('acme-client.tidings.example');
    expect(mainDomain('https://tidings.example', acme)).toBe('acme.tidings.example');
  });
  test.each([
    ['acme.tidings.example', 'acme'],
    ['acme-client.tidings.example', 'acme-client'],
    ['tidings.example', undefined],
    ['.tidings.example', undefined],
    ['a.b.tidings.example', undefined],
    ['acmetidings.example', undefined],
    ['acme.example', undefined],
  ])('the system label of %s is %s', (domain, label) =>
    expect(systemLabel('https://tidings.example', domain)).toBe(label),
  );
  test.each([
    ['tidings.example', true],
    ['a.b.tidings.example', true],
    ['nottidings.example', false],
    ['tidings.example.com', false],
  ])('%s is of the service: %s', (domain, is) => expect(isOfService('https://tidings.example', domain)).toBe(is));
  test('scheme and port stay', () =>
    expect(frontendUrl('http://tidings.test:8080', acme)).toBe('http://acme.tidings.test:8080'));
  test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
    'before %s stands no name, so the tenant is in the query',
    (origin) => {
      expect(frontendUrl(origin, acme)).toBe(`${origin}/app?tenant=t`);
      expect(clientFrontendUrl(origin, acme)).toBe(`${origin}/c?tenant=t`);
      expect(conversationPage(origin, acme, 'c-1')).toBe(`${origin}/app/conversations/c-1?tenant=t`);
      expect(passwordPage(origin, acme, 'x-1')).toBe(`${origin}/reset?tenant=t#token=x-1`);
    },
  );
});
