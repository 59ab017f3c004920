import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const PAGES = ['*.md', 'docs/**/*.md', '.github/**/*.md'];

export const readPage = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') });

export const pages: readonly Page[] = globSync(PAGES, { cwd: root }).sort().map(readPage);

const FENCED = /^```[\s\S]*?^```$/gm;
const outsideBlocks = (text: string) => text.replace(FENCED, '');

/** Code in a line of text, without its backticks. */
export const codeIn = ({ text }: Page): readonly string[] =>
  [...outsideBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Files of the repository that the links of a page lead to. */
export const linkedFiles = ({ path, text }: Page): readonly string[] =>
  [...outsideBlocks(text).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => normalize(join(dirname(path), link)));

const ROOMS = /^(src|projections|test|bench|build|app|site|sdk|embed|docs|\.vscode|\.github|\.ci)\//;

/** Paths in code, as patterns: `<subject>` is any name and `…` any folders. Folders of builds are left out. */
export const namedPaths = (page: Page): readonly string[] =>
  codeIn(page)
    .filter((code) => ROOMS.test(code) && !/[\s(]|\bdist\b/.test(code))
    .map((code) =>
      code
        .replace(/<[^>]+>/g, '*')
        .replaceAll('…', '**')
        .replace(/\/$/, ''),
    );

/** Sentences and list items: the text without blocks of code, tables and headings. Code counts as one word. */
export const proseOf = ({ text }: Page): readonly string[] =>
  outsideBlocks(text)
    .replace(/^(\||#).*$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/`[^`]*`/g, 'code')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
    .map((part) => part.replace(/\s+/g, ' ').replace(/^\s*(?:- (?:\[ \] )?|\d+\. )/, ''))
    .map((part) => part.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim())
    .filter((part) => part !== '');
