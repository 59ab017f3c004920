import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { routeOf } from '../../site/build/routes.js';
import { appPages } from '../../site/build/serve-app.js';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';

const dist = realpathSync(join(import.meta.dirname, '../../site/dist'));
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const routes = globSync('**/*.html', { cwd: dist, exclude: ['404.html', 'c.html', ...appPages, 'pagefind/**'] }).map(
  routeOf,
);

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

describe('the face of the site', () => {
  const [file = ''] = globSync('_astro/hanken-grotesk.*.woff2', { cwd: dist });

  test('is at most 25 KB, has its licence, and comes with a fallback of the same measures', () => {
    expect(statSync(join(dist, file)).size).toBeLessThanOrEqual(25_000);
    const licence = readFileSync(join(import.meta.dirname, '../../site/src/fonts/OFL.txt'), 'utf8');
    expect(licence).toContain('SIL Open Font License, Version 1.1');
    const styles = globSync('_astro/*.css', { cwd: dist }).map(read).join('');
    for (const rule of [
      'font-display:swap',
      'size-adjust:100.75%',
      'ascent-override:99.25%',
      'descent-override:30.07%',
    ])
      expect(styles).toContain(rule);
  });

  test('is loaded early by each page but the sign-up', () => {
    const preload = `as="font" type="font/woff2" href="/${file}" crossorigin`;
    const early = [...siteRoutes, ...docsRoutes].filter((route) => {
      const html = read(route.endsWith('/') ? `${route}index.html` : `${route}.html`);
      return html.includes(preload);
    });
    expect(early).toEqual([...siteRoutes, ...docsRoutes].filter((route) => route !== '/signup'));
  });
});
