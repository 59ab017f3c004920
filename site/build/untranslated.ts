import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const CODE = /(<pre\b[^>]*>\s*)?<code(?=[\s>])|<pre(?=[\s>])/g;

/** HTML whose code a translating browser leaves as it is. */
export const untranslated = (html: string): string =>
  html.replace(CODE, (tag, block?: string) =>
    block ? tag.replace('<pre', '<pre translate="no"') : `${tag} translate="no"`,
  );

/** A browser that translates a page changes no code, path or name of the API. */
export function keepCodeUntranslated(): AstroIntegration {
  return {
    name: 'tidings-untranslated-code',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const file of globSync('**/*.html', { cwd: folder })) {
          const path = join(folder, file);
          writeFileSync(path, untranslated(readFileSync(path, 'utf8')));
        }
      },
    },
  };
}
