import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { close, createIndex } from 'pagefind';

/** Interfaces of Pagefind that the site has its own in place of. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/** @throws Error with what Pagefind says, or where its index is not whole */
async function indexOf(folder: string) {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`Pagefind: ${errors.join(', ')}`);
  const added = await index.addDirectory({ path: folder });
  const { files, errors: more } = await index.getFiles();
  if (added.errors.length + more.length > 0) throw new Error(`Pagefind: ${[...added.errors, ...more].join(', ')}`);
  const entry = files.find(({ path }) => path === 'pagefind-entry.json');
  if (!entry || entry.content.length === 0) throw new Error('Pagefind made no index.');
  return files.filter(({ path }) => !UNUSED.test(path));
}

/**
 * Writes the index of the search. In the integration of Starlight, Pagefind ends before all bytes of its files are
 * written. On a busy machine the entry of the index was empty.
 */
export function searchIndex(): AstroIntegration {
  return {
    name: 'tidings-search-index',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        try {
          for (const { path, content } of await indexOf(folder)) {
            const file = join(folder, 'pagefind', path);
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, content);
          }
        } finally {
          await close();
        }
      },
    },
  };
}
