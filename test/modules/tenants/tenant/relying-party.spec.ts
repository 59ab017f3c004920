import { describe, expect, test } from 'vitest';
import { relyingParties } from '../../../../src/modules/tenants/tenant/application/relying-party.js';

const acme = { tenantId: '0190a0a0-0000-7000-8000-000000000001', subdomain: 'acme' };
const own = { ...acme, mainDomain: 'desk.acme.example', clientDomain: 'chat.acme.example' };

const originsOf = (publicUrl: string, frontend = acme) =>
  relyingParties(publicUrl, frontend).map(({ id, origin }) => {
    expect(id).toBe(new URL(origin).hostname);
    return origin;
  });

describe('the relying parties of a tenant', () => {
  test('are its main domain first, its system domain and the host of PUBLIC_URL', () => {
    const system = ['https://acme.tidings.example', 'https://tidings.example'];
    expect(originsOf('https://tidings.example')).toEqual(system);
    expect(originsOf('https://tidings.example', own)).toEqual(['https://desk.acme.example', ...system]);
    expect(originsOf('https://tidings.example:8443')).toEqual([
      'https://acme.tidings.example:8443',
      'https://tidings.example:8443',
    ]);
  });

  test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.8.0.1:3000', 'http://[::1]:3000'])(
    'are localhost where PUBLIC_URL is %s',
    (publicUrl) => expect(originsOf(publicUrl)).toEqual(['http://localhost:3000']),
  );

  test.each(['http://tidings.example', 'https://10.0.0.5', 'http://0.0.0.0:3000', 'https://[fd00::1]'])(
    'are none where PUBLIC_URL is %s, but for a custom domain',
    (publicUrl) => {
      expect(originsOf(publicUrl)).toEqual([]);
      expect(originsOf(publicUrl, own)).toEqual(['https://desk.acme.example']);
    },
  );

  test('are below localhost where the name of PUBLIC_URL is', () =>
    expect(originsOf('http://tidings.localhost')).toEqual([
      'http://acme.tidings.localhost',
      'http://tidings.localhost',
    ]));
});
