import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markdownOf } from '../../site/build/markdown.js';
import { markdownRoute, routeOf } from '../../site/build/routes.js';
import { appPages } from '../../site/build/serve-app.js';
import { readSettings } from '../../site/settings.js';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';
import { releasesIn } from '../../site/src/facts/changelog.js';
import { releaseFeed } from '../../site/src/facts/release-feed.js';
import { webhookTypes } from '../../src/catalogue/webhook-types.js';
import { startTidings, type Tidings } from '../support/api.js';

const dist = realpathSync(join(import.meta.dirname, '../../site/dist'));
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const routes = globSync('**/*.html', { cwd: dist, exclude: ['404.html', 'c.html', ...appPages, 'pagefind/**'] }).map(
  routeOf,
);

/** Anchor of a heading, as readers of Markdown make it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
const withoutCode = (text: string) => text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/(`+)[^`]+\1/g, '`');
const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));

function deadLinks(route: string): readonly string[] {
  const links = [...withoutCode(read(markdownRoute(route))).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:\/\//.test(link)) return false;
    const { pathname, hash } = new URL(link, `http://site.example${route}`);
    if (pathname === '/app') return false;
    if (!routes.includes(pathname)) return !existsSync(join(dist, pathname));
    return hash !== '' && !anchorsOf(read(markdownRoute(pathname))).includes(hash.slice(1));
  });
}

describe('Markdown of the pages', () => {
  test('is there for every route, which names it', () => {
    expect(routes).toEqual(expect.arrayContaining([...siteRoutes, ...docsRoutes]));
    const silent = routes.filter((route) => {
      const file = route.endsWith('/') ? `${route}index.html` : `${route}.html`;
      const link = `<link rel="alternate" type="text/markdown" href="${markdownRoute(route)}"/>`;
      return !existsSync(join(dist, markdownRoute(route))) || !read(file).includes(link);
    });
    expect(silent).toEqual([]);
    expect(existsSync(join(dist, '404.md'))).toBe(false);
  });

  test('has links that lead to a page, and anchors of its headings', () => {
    expect(routes.flatMap((route) => deadLinks(route).map((link) => `${route}: ${link}`))).toEqual([]);
  });

  test('has the facts of the catalogue as tables, no components and no markup', () => {
    const webhooks = read('docs/webhooks.md');
    for (const [type, meaning] of Object.entries(webhookTypes))
      expect(webhooks).toContain(`| \`${type}\` | ${meaning} |`);
    expect(webhooks).toContain('**Diagram: Order of webhooks.**');
    const marked = routes.filter((route) =>
      /<[a-z/]|FactTable|\bundefined\b/i.test(withoutCode(read(markdownRoute(route))).replace(/\\</g, '')),
    );
    expect(marked).toEqual([]);
  });

  test('has every sample of the page with its language', () => {
    const intro = read('docs/intro.md');
    expect(intro).toContain('```js title="receiver.mjs"\nimport { createServer } from \'node:http\';\n');
    expect(intro.match(/^\*\*(curl|TypeScript)\*\*$/gm)?.length).toBeGreaterThan(8);
    expect(intro).toContain('\n  -d \'{\n    "tenant_name": "Acme",\n');
  });

  test('escapes what Markdown would read as markup', () => {
    const page = (body: string) => markdownOf(`<main><h1>T</h1>${body}</main>`).text;
    expect(page('<p>a*b* &lt;i&gt; [x] <code>a`b</code></p>')).toBe('# T\n\na\\*b\\* \\<i> \\[x\\] `` a`b ``\n');
    expect(page('<pre data-language="md"><code>```x</code></pre>')).toBe('# T\n\n````md\n```x\n````\n');
    expect(page('<table><tr><th>a|b</th></tr><tr><td>1 | 2</td></tr></table>')).toContain(
      '| a\\|b |\n| --- |\n| 1 \\| 2 |',
    );
    expect(page('<script>x</script><form>y</form><ol><li>one</li><li><p>two</p><ul><li>in</li></ul></li></ol>')).toBe(
      '# T\n\n1. one\n2. two\n\n   - in\n',
    );
  });
});

test('llms.txt lists every page once, llms-full.txt has the text of the documentation', () => {
  const index = read('llms.txt');
  const listed = [...index.matchAll(/^- \[[^\]]+\]\((\S+)\)/gm)].map(([, url = '']) => new URL(url).pathname);
  expect(listed.toSorted()).toEqual(
    [...routes.map(markdownRoute), '/openapi.json', '/asyncapi.json', '/llms-full.txt'].sort(),
  );
  expect(index).toMatch(/^# Tidings\n\n> .+\n\n## /);
  const full = read('llms-full.txt');
  const places = docsRoutes.map((route) => full.indexOf(`${route}\n`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(full).toContain('# errors.conversation.locked\n');
});

describe('the picture beside a link', () => {
  const headOf = (route: string) => read(route.endsWith('/') ? `${route}index.html` : `${route}.html`);
  const imageOf = (route: string) =>
    new URL(/<meta property="og:image" content="([^"]+)"/.exec(headOf(route))?.[1] ?? 'http://none/').pathname;

  test('is named by every page, and is a PNG of 1200 × 630 of at most 60 KB', async () => {
    const images = new Set(routes.map(imageOf));
    expect([...images].every((image) => existsSync(join(dist, image)))).toBe(true);
    for (const image of images) {
      const file = join(dist, image);
      const { format, width, height } = await sharp(file).metadata();
      expect([format, width, height], image).toEqual(['png', 1200, 630]);
      expect(statSync(file).size, image).toBeLessThan(60_000);
    }
  });

  test('is of its own for each page of prose, and one for the codes and one for the calls', () => {
    const prose = [...siteRoutes, ...docsRoutes].map(imageOf);
    expect(new Set(prose).size).toBe(prose.length);
    const rest = routes.filter((route) => ![...siteRoutes, ...docsRoutes].includes(route));
    expect(new Set(rest.map(imageOf))).toEqual(new Set(['/og/error.png', '/og/call.png']));
  });
});

describe('the feed of the releases', () => {
  const changelog =
    '## [Unreleased]\n\nSoon.\n\n## [0.2.0] - 2026-01-02\n\n### Fixed\n\n- `a < b` & c\n\n## [0.1.0] - 2025-12-01\n\nFirst.\n';

  test('has an item for each dated release, newest first, that leads to its place on the page', () => {
    const feed = releaseFeed(releasesIn(changelog), 'https://tidings.example');
    expect(feed.match(/<guid>[^<]+/g)).toEqual(
      ['0-2-0', '0-1-0'].map((id) => `<guid>https://tidings.example/docs/release_history#release-${id}`),
    );
    expect(feed).toContain('<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate>');
    expect(feed).toContain('&lt;code dir=&quot;auto&quot;&gt;a &amp;lt; b&lt;/code&gt; &amp;amp; c');
    expect(feed).not.toContain('Soon');
  });

  test('is named by every page', () => {
    const named = /<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/docs\/release_history.xml"\/>/;
    for (const route of docsRoutes) expect(read(`${route}.html`), route).toMatch(named);
  });
});

describe('the service sends', () => {
  let tidings: Tidings;
  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  });
  afterAll(() => tidings.close());

  test.each([
    ['/docs/intro.md', 'text/markdown; charset=utf-8'],
    ['/openapi/index.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/llms-full.txt', 'text/plain; charset=utf-8'],
    ['/asyncapi.json', 'application/json; charset=utf-8'],
  ])('%s as %s, compressed and with an ETag', async (path, type) => {
    const sent = await fetch(`${tidings.url}${path}`, { headers: { 'accept-encoding': 'br' } });
    const { headers } = sent;
    expect([sent.status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([200, type, 'br']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    await sent.arrayBuffer();
    const again = await fetch(`${tidings.url}${path}`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('the feed with the type that feed readers look for', async () => {
    const { status, headers } = await fetch(`${tidings.url}/docs/release_history.xml`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  });
});

describe('the end of a page', () => {
  const endOf = (route: string) => /class="page-end[\s\S]*?<\/main>/.exec(read(`${route}.html`))?.[0] ?? '';

  test('has the date of the last commit of its source, or none, never that of the build', () => {
    for (const route of docsRoutes) {
      const [, date] = /<time datetime="([^"]+)"/.exec(endOf(route)) ?? [];
      if (date === undefined) continue;
      expect(date, route).toMatch(/:\d\d\.000Z$/);
      expect(Date.parse(date), route).toBeLessThan(statSync(join(dist, `${route}.html`)).mtimeMs - 5_000);
    }
  });

  test('leads to the page before and the page after, each by its own name', () => {
    const linkOf = (route: string, rel: string) =>
      new RegExp(`<a href="([^"]+)" rel="${rel}"[\\s\\S]*?class="link-title[^>]*>([^<]+)`).exec(endOf(route))?.slice(1);
    expect(linkOf('/docs/intro', 'prev')).toEqual(['/docs', 'Documentation']);
    expect(linkOf('/docs/intro', 'next')).toEqual(['/docs/category/concepts', 'Concepts']);
    expect(linkOf('/docs/category/concepts', 'next')).toEqual(['/docs/concepts/tenant', 'Tenant']);
    expect(endOf('/docs/api/errors/errors.forbidden')).not.toContain('rel="next"');
  });

  test('has no edit link where none is configured; a setting that is no address stops the build', () => {
    expect(docsRoutes.filter((route) => endOf(route).includes('Edit page'))).toEqual([]);
    const settings = join(mkdtempSync(join(tmpdir(), 'tidings-settings-')), 'settings.json');
    const given = (edit_url: string) => {
      writeFileSync(settings, JSON.stringify({ edit_url }));
      return () => readSettings({ SITE_SETTINGS: settings });
    };
    expect(given('javascript:alert(1)/')).toThrow('"edit_url" must be an http or https URL');
    expect(given('https://git.example/edit/main')).toThrow('ends with "/"');
    expect(given('https://git.example/edit/main/')().edit_url).toBe('https://git.example/edit/main/');
  });
});

describe('files that programs look for by their name', () => {
  test('robots.txt leads to the sitemap and keeps programs off the API', () => {
    expect(read('robots.txt')).toMatch(/^User-agent: \*\nDisallow: \/api\/\n\nSitemap: http\S+\/sitemap-index\.xml\n$/);
  });

  test('icons are there in the forms of browsers and phones', () => {
    const listed = JSON.parse(read('.files.json'));
    expect(listed['/favicon.ico'].type).toBe('image/x-icon');
    expect(listed['/apple-touch-icon.png'].type).toBe('image/png');
    expect([...readFileSync(join(dist, 'favicon.ico')).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    const png = readFileSync(join(dist, 'apple-touch-icon.png'));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([180, 180]);
    for (const route of ['/docs/intro', '/signup'])
      expect(read(`${route}.html`)).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>');
  });
});
