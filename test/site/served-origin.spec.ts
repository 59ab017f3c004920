import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownRoute } from '../../site/build/routes.js';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';
import { BUILT_ORIGIN, BUILT_SOCKET } from '../../src/catalogue/site/built-origin.js';
import { startTidings, type Tidings } from '../support/api.js';

const ORIGIN = 'https://tidings.example';
const FILES = [
  '/sitemap-0.xml',
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/docs/release_history.xml',
  '/docs/intro.ts',
  '/docs/intro.py',
];

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings({ SITE_DIR: 'site/dist', PUBLIC_URL: ORIGIN });
});
afterAll(() => tidings.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${tidings.url}${path}`, { headers });

test.each([...siteRoutes, ...docsRoutes, ...docsRoutes.map(markdownRoute), ...FILES, '/asyncapi.json'])(
  '%s names the own origin and not the one of the build',
  async (path) => {
    const text = await (await get(path)).text();
    expect(text).not.toContain(BUILT_ORIGIN);
    expect(text).not.toContain(BUILT_SOCKET.host);
  },
);

test('links and samples lead to the own origin', async () => {
  const page = await (await get('/docs/intro')).text();
  expect(page).toContain(`<link rel="canonical" href="${ORIGIN}/docs/intro"`);
  expect(await (await get('/docs/intro.md')).text()).toContain(`URL=${ORIGIN}\n`);
  const { servers } = (await (await get('/asyncapi.json')).json()) as { servers: { socket: object } };
  expect(servers.socket).toMatchObject({ host: 'tidings.example', protocol: 'wss' });
});

test('a page is one entity in each encoding, of the length that it says, and revalidated', async () => {
  const plain = await get('/docs/intro', { 'accept-encoding': 'identity' });
  const text = await plain.text();
  expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  const head = await fetch(`${tidings.url}/docs/intro`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  const packed = await get('/docs/intro', { 'accept-encoding': 'br' });
  expect(head.headers.get('content-length')).toBe(packed.headers.get('content-length'));
  // `fetch` unpacks it.
  expect(await packed.text()).toBe(text);
  expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  const again = await get('/docs/intro', {
    'if-none-match': packed.headers.get('etag') ?? '',
    'accept-encoding': 'br',
  });
  expect([again.status, again.headers.get('etag')]).toEqual([304, packed.headers.get('etag')]);
});
