import { globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docsRoutes, siteRoutes } from '../../../site/sidebar.js';

const site = join(import.meta.dirname, '../../../site');
const dist = realpathSync(join(site, 'dist'));
const read = (path: string) => readFileSync(join(dist, path), 'utf8');

describe('the face of the site', () => {
  const [file = ''] = globSync('_astro/hanken-grotesk.*.woff2', { cwd: dist });

  test('is at most 25 KB, has its licence, and comes with a fallback of the same measures', () => {
    expect(statSync(join(dist, file)).size).toBeLessThanOrEqual(25_000);
    const licence = readFileSync(join(site, 'src/fonts/OFL.txt'), 'utf8');
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
