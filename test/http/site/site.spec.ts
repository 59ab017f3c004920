import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsRoutes, siteRoutes } from '../../../site/sidebar.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;

beforeAll(async () => {
  tidings = await startTidings({ SITE_DIR: 'site/dist' });
});
afterAll(() => tidings.close());

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: number;
  readonly text: string;
}

/** The path goes out as it is written, dots and slashes included. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Got>((resolve, reject) => {
    const { port } = new URL(tidings.url);
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: bytes.length,
          text: bytes.toString(),
        });
      });
    });
    asked.on('error', reject).end();
  });

test.each([...siteRoutes, ...docsRoutes])('%s answers at exactly this spelling', async (route) => {
  const { status, headers, text } = await get(route);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(text) ?? [];
  expect(canonical).toMatch(/^http:\/\/[^/]+/);
  expect(new URL(canonical ?? '').pathname).toBe(route);
  expect(/<html [^>]*data-theme="(\w+)"/.exec(text)?.[1]).toBe('light');
});

test.each([
  ['/docs/', '/docs'],
  ['/docs/intro/', '/docs/intro'],
  ['/openapi', '/openapi/'],
  ['/openapi?tag=a', '/openapi/?tag=a'],
  ['/index.html', '/'],
  ['/docs/index.html?a=1&b=//evil.example', '/docs?a=1&b=//evil.example'],
  ['/openapi/index.html', '/openapi/'],
  ['/docs/intro/index.html', '/docs/intro'],
])('%s leads to %s', async (path, location) => {
  const { status, headers } = await get(path);
  expect([status, headers.location]).toEqual([308, location]);
});

test.each([
  '/nothing',
  '/nothing/index.html',
  '//evil.example/index.html',
  '//evil.example/docs/index.html',
  '/\\evil.example/index.html',
  '/.files.json',
  '/../package.json',
  '/docs/../../../etc/passwd',
  '/..%2f..%2fpackage.json',
  '/docs/intro.html.br',
  '/%zz',
  '/__proto__',
  '/constructor',
])('%s is no page: 404 as a page that is not indexed', async (path) => {
  const { status, headers, text } = await get(path);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).toContain('Page not found');
});

test.each(['/api/nothing', '/api/v1/nothing', '/health/nothing'])('%s stays JSON', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('a page is compressed, revalidated, answered to HEAD and protected', async () => {
  const plain = await get('/docs/intro');
  const br = await get('/docs/intro', { 'accept-encoding': 'gzip, br' });
  const gzip = await get('/docs/intro', { 'accept-encoding': 'gzip, br;q=0' });
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(br.bytes).toBeLessThan(gzip.bytes);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  const again = await get('/docs/intro', { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) });
  expect([again.status, again.bytes, again.headers.etag]).toEqual([304, 0, br.headers.etag]);
  const head = await get('/docs/intro', { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.status, head.bytes, head.headers['content-length']]).toEqual([200, 0, String(br.bytes)]);
  expect(plain.headers['x-content-type-options']).toBe('nosniff');
  expect(plain.headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(plain.headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
  const policy = String(plain.headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(/script-src ([^;]+)/.exec(policy)?.[1]).not.toContain('unsafe-inline');
});

test('an asset with its hash in its name never changes; a page is asked for again', async () => {
  const { text, headers } = await get('/docs/intro');
  expect(headers['cache-control']).toBe('no-cache');
  const assets = [...text.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThan(3);
  for (const path of assets) {
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('every page with its styles and scripts is at most 100 KB over the wire', async () => {
  for (const route of [...siteRoutes, ...docsRoutes]) {
    const { text } = await get(route);
    const parts = new Set([...text.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path));
    let bytes = 0;
    for (const path of [route, ...parts]) bytes += (await get(path, { 'accept-encoding': 'br' })).bytes;
    expect(bytes, route).toBeLessThan(100_000);
  }
});

test('another method than GET and HEAD meets the service', async () => {
  expect((await get('/docs/intro', {}, 'POST')).headers['content-type']).toContain('application/json');
});
