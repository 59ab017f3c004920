import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;

beforeAll(async () => {
  tidings = await startTidings({ SITE_DIR: 'site/dist', PUBLIC_URL: 'https://tidings.example' });
  await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const get = (path: string, host = 'tidings.example') =>
  new Promise<Got>((resolve, reject) => {
    const { port } = new URL(tidings.url);
    const sent = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject).end();
  });

const titleOf = async (path: string, host?: string) => {
  const { status, text } = await get(path, host);
  return `${status} ${/<title>([^<]*)/.exec(text)?.[1]}`;
};

const APP = '200 Tidings';
const RESET = '200 Set your password';
const EMAIL = '200 Confirm your e-mail address';

test.each([
  ['/app', APP],
  ['/app?tenant=x', APP],
  ['/app/conversations/c-1?tenant=x', APP],
  ['/app/settings/webhooks/deliveries?tenant=x', APP],
  ['/app/audit', APP],
  ['/app/callback', APP],
  ['/reset', RESET],
  ['/reset?tenant=x', RESET],
  ['/app/email?tenant=x', EMAIL],
])('%s is a page of PUBLIC_URL: %s', async (path, title) => expect(await titleOf(path)).toBe(title));

test.each([
  ['/', APP],
  ['/conversations/c-1', APP],
  ['/settings/users', APP],
  ['/callback', APP],
  ['/reset', RESET],
  ['/email', EMAIL],
])('%s is a page of the main domain of a tenant: %s', async (path, title) => {
  expect(await titleOf(path, 'acme.tidings.example')).toBe(title);
  expect(await titleOf(path, 'ACME.tidings.example:8443')).toBe(title);
});

test.each([
  'tidings.example',
  'acme-client.tidings.example',
  'nobody.tidings.example',
  'elsewhere.example',
  '127.0.0.1:3000',
  '[::1]:3000',
  `${'a.'.repeat(200)}example`,
])('the host %s shows the site', async (host) => {
  expect(await titleOf('/', host)).toContain('Tidings');
  expect(await titleOf('/', host)).not.toBe(APP);
  expect((await get('/conversations/c-1', host)).status).toBe(404);
});

test('a request without a host shows the site', async () => {
  const socket = connect(Number(new URL(tidings.url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const answer = Buffer.concat(parts).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/<title>[^<]*Tidings/);
});

test('the API stays on the main domain', async () => {
  const { status, headers } = await get('/api/v1/tenant/config?domain=acme.tidings.example', 'acme.tidings.example');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

test.each(['/reset', '/app', '/app/email'])(
  '%s has a strict policy, no referrer, no index and no script within it',
  async (path) => {
    const { headers, text } = await get(path);
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style="|https?:\/\//);
  },
);

test('the files of a page have their hash in their name, never change, and come compressed', async () => {
  const { text } = await get('/reset');
  const paths = [...text.matchAll(/(?:src|href)="(\/_app\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) {
    expect(path).toMatch(/-[\w-]{8}\.(js|css)$/);
    const { status, headers } = await get(path);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  }
  const script = paths.find((path) => path.endsWith('.js')) ?? '';
  const packed = await fetch(`${tidings.url}${script}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect([packed.status, packed.headers.get('etag')]).toEqual([200, expect.any(String)]);
});
