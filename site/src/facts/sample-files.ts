import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksIn, type FileLanguage, moduleOf } from './samples.js';

const DOCS = 'site/src/content/docs/docs';
const PARTIALS = 'site/src/partials';

/** The blocks of a page such as `api/basics`. Paths are below the folder of the repository, where builds and tests run. */
export const blocksOfPage = (page: string) =>
  blocksIn(readFileSync(join(DOCS, `${page}.mdx`), 'utf8'), (name) =>
    readFileSync(join(PARTIALS, `${name}.mdx`), 'utf8'),
  );

/** Modules of the samples in one language by page. */
export const sampleFiles = (language: FileLanguage): ReadonlyMap<string, string> =>
  new Map(
    globSync('**/*.mdx', { cwd: DOCS }).flatMap((file) => {
      const page = file.slice(0, -'.mdx'.length);
      const blocks = blocksOfPage(page);
      return blocks.some(({ lang }) => lang === language) ? [[page, moduleOf(blocks, language)] as const] : [];
    }),
  );
