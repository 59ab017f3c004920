import { afterAll, describe, expect, test } from 'vitest';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';

describe('ranges that the operator denies', () => {
  const http = new SsrfSafeHttp({
    allow: ['127.0.0.0/8'],
    deny: ['93.184.215.0/24', '127.0.0.9'],
    resolve: async () => ['93.184.215.14'],
  });
  afterAll(() => http.close());

  test.each(['http://93.184.215.14/', 'http://[::ffff:93.184.215.14]/', 'http://named.example/', 'http://127.0.0.9/'])(
    '%s is refused when it is saved and when it is called',
    async (url) => {
      expect(await http.checkAddress(url, 'acme')).toBe('errors.field.address');
      const call = { method: 'GET', url, tenantId: 'acme', headers: {}, timeoutMs: 1_000, maxBytes: 100 } as const;
      await expect(http.send(call)).rejects.toMatchObject({ fault: 'refused' });
    },
  );

  test.each(['http://127.0.0.1/', 'http://93.184.214.1/'])('%s may be saved', async (url) =>
    expect(await http.checkAddress(url, 'acme')).toBeUndefined(),
  );
});

test.each(['http://:secret@public.example/', 'http://@public.example/'])(
  '%s with user-info is refused',
  async (url) => {
    const http = new SsrfSafeHttp({ resolve: async () => ['93.184.215.14'] });
    expect(await http.checkAddress(url, 'acme')).toBe('errors.field.address');
    await http.close();
  },
);
