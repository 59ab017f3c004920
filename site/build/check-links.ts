import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { routeOf } from './routes.ts';

const HREF = /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"/g;
const ID = /\sid="([^"]+)"/g;

interface Page {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

const read = (html: string): Page => ({
  links: [...html.matchAll(HREF)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  ids: new Set([...html.matchAll(ID)].map(([, id = '']) => id)),
});

/** Links of built pages that lead nowhere: `page: link`. Files are paths with `/` first; `origin` is this site's own. */
export function brokenLinks(pages: ReadonlyMap<string, Page>, files: ReadonlySet<string>, origin: string): string[] {
  const broken: string[] = [];
  for (const [route, { links }] of pages) {
    for (const link of links) {
      const url = URL.canParse(link, `${origin}${route}`) ? new URL(link, `${origin}${route}`) : undefined;
      if (!url) broken.push(`${route}: ${link}`);
      else if (url.origin === origin && !leadsSomewhere(url)) broken.push(`${route}: ${link}`);
    }
  }
  return broken;

  function leadsSomewhere({ pathname, hash }: URL): boolean {
    if (pathname.startsWith('/api/v1/')) return true;
    const page = pages.get(pathname);
    if (!page) return files.has(pathname);
    const id = decodeURIComponent(hash.slice(1));
    return id === '' || id === '_top' || page.ids.has(id);
  }
}

export const readPages = (folder: string, files: readonly string[]): ReadonlyMap<string, Page> =>
  new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [routeOf(file), read(readFileSync(join(folder, file), 'utf8'))]),
  );

/** Links and anchors that lead nowhere end the build. */
export function checkLinks(): AstroIntegration {
  let origin = '';
  return {
    name: 'tidings-check-links',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = new URL(config.site ?? '').origin;
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const files = globSync('**/*.*', { cwd: folder });
        const broken = brokenLinks(readPages(folder, files), new Set(files.map((file) => `/${file}`)), origin);
        if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join('\n')}`);
      },
    },
  };
}
