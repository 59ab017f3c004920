import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sharp from 'sharp';
import { drawing, type Words } from './drawing.ts';
import { imageRoutes, kindImages, ogImageOf } from './pages.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/og/', import.meta.url));

const fileOf = (route: string): string => (route.endsWith('/') ? `${route}index.html` : `${route}.html`);

const decoded = (text: string): string =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

function wordsIn(html: string): Words {
  const content = (property: string): string =>
    decoded(new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(html)?.[1] ?? '');
  return { title: content('title'), text: content('description') };
}

/** A picture that an earlier build drew is read again. */
async function pngOf(svg: string): Promise<Uint8Array> {
  const kept = join(CACHE, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`);
  if (existsSync(kept)) return readFileSync(kept);
  const bytes = await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(kept, bytes);
  return bytes;
}

/** Draws the pictures that other sites show with a link: one for each page of prose, one for each kind of the others. */
export function ogImages(): AstroIntegration {
  return {
    name: 'tidings-og-images',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const words = new Map<string, Words>(Object.entries(kindImages));
        for (const route of imageRoutes)
          words.set(ogImageOf(route), wordsIn(readFileSync(join(folder, fileOf(route)), 'utf8')));
        mkdirSync(join(folder, 'og'), { recursive: true });
        for (const [file, each] of words) writeFileSync(join(folder, file), await pngOf(drawing(each)));
      },
    },
  };
}
