import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';
import { complaints, inspect } from './pages/inspect.js';
import { inspectOverlays } from './pages/overlays.js';
import { routesOfSite } from './pages/routes.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** A short code, the longest, and one with a list of fields. `npm run test:pages` has them all. */
const ERRORS = ['not_found', 'conversation_type.schema_breaks', 'validation.failed'].map(
  (code) => `/docs/api/errors/errors.${code}`,
);
/** A call with a union in its body, a webhook, and the messages of the socket. */
const REFERENCE = ['operations/message_post', 'operations/webhook_message_created', 'asyncapi'].map(
  (page) => `/openapi/${page}/`,
);
const SAMPLE = [...siteRoutes, ...docsRoutes, ...ERRORS, ...REFERENCE, '/not-there'];
/** One page of each kind; these are inspected in full. */
const KINDS = [
  '/',
  '/signup',
  '/openapi/',
  '/docs/category/api',
  '/docs/intro',
  '/docs/api/errors',
  ERRORS[1],
  REFERENCE[0],
];

describe.skipIf(!browser)('every page of the site', () => {
  let tidings: Tidings;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  });
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test.each(SAMPLE)(
    '%s is within its bytes and its layout shift, and breaks no rule of axe',
    {
      timeout: SLOW,
    },
    async (route) => {
      expect(complaints(await inspect(browser!, tidings.url, route, KINDS.includes(route)))).toEqual([]);
    },
  );

  test.each(['/docs/intro', '/imprint', ...REFERENCE.slice(0, 1)])(
    '%s breaks no rule with the menu or the search open',
    {
      timeout: SLOW,
    },
    async (route) => {
      expect(await inspectOverlays(browser!, tidings.url, route)).toEqual([]);
    },
  );
});

describe('the HTML of every page', () => {
  const htmlOf = (route: string) => {
    const file = route.endsWith('/') ? `${route}index.html` : `${route}.html`;
    return readFileSync(join('site/dist', file), 'utf8');
  };
  const pages = routesOfSite()
    .map((route) => (route === '/not-there' ? '/404' : route))
    .map((route) => ({ route, html: htmlOf(route) }));
  const found = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

  test('all routes of the specification are in the sitemap', () => {
    expect(pages.map(({ route }) => route)).toEqual(
      expect.arrayContaining([...siteRoutes, ...docsRoutes, ...ERRORS, ...REFERENCE]),
    );
  });

  test.each([
    ['title', /<title>([^<]+)<\/title>/],
    ['description', /<meta name="description" content="([^"]+)"/],
    ['canonical address', /<link rel="canonical" href="([^"]+)"/],
  ])('no two pages have the same %s', (_name, pattern) => {
    const all = pages.map(({ html }) => found(html, pattern));
    expect(all).not.toContain('');
    expect(new Set(all).size).toBe(all.length);
  });

  test('a page names its language, fits the window, and gives each image its place', () => {
    for (const { route, html } of pages) {
      expect(found(html, /<html lang="(\w+)"/), route).toBe('en');
      expect(found(html, /<meta name="viewport" content="([^"]+)"/), route).toContain('width=device-width');
      for (const [image] of html.matchAll(/<img\b[^>]*>/g)) expect(image, route).toMatch(/width="\d+" height="\d+"/);
    }
  });
});
