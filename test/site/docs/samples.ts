import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOfPage } from '../../../site/src/facts/sample-files.js';
import { type Block as FencedBlock, marked } from '../../../site/src/facts/samples.js';
import type { BrowserStep } from './stand-in-browser.js';

export { marked };

export interface Block extends FencedBlock {
  readonly page: string;
}

const docs = join(import.meta.dirname, '../../../site/src/content/docs/docs');

/** Every page that is not generated, without its ending. */
export const allPages = (): readonly string[] =>
  globSync('**/*.mdx', { cwd: docs }).map((file) => file.slice(0, -'.mdx'.length));

export const textOf = (page: string): string => readFileSync(join(docs, `${page}.mdx`), 'utf8');

/** The fenced blocks of a page in order, with those of its partial pages. */
export const blocksOf = (page: string): readonly Block[] => blocksOfPage(page).map((block) => ({ ...block, page }));

/** The step in a browser whose outcome the reader copies into the block. */
export const browserStep = ({ meta }: Block): BrowserStep | undefined =>
  /browser=(\S+)/.exec(meta)?.[1] as BrowserStep | undefined;

/** The JSON that a page shows as the response of the samples before it. */
export interface Shown {
  readonly block: Block;
  readonly answer: unknown;
}

/** The responses that a page shows, by the block of the language that precedes each. */
export function answersOf(blocks: readonly Block[], lang: string): ReadonlyMap<Block, Shown> {
  const found = new Map<Block, Shown>();
  let last: Block | undefined;
  for (const block of blocks) {
    if (block.lang === lang && marked(block, 'sample')) last = block;
    if (last && marked(block, 'answer')) found.set(last, { block, answer: JSON.parse(block.code) });
  }
  return found;
}

/** Paths of members that are shown but not in the real response. Elements of lists are compared with the first one. */
export function missing(shown: unknown, real: unknown, path = ''): readonly string[] {
  if (shown === null || typeof shown !== 'object') return [];
  if (Array.isArray(shown)) return shown.length === 0 ? [] : missing(shown[0], (real as unknown[])?.[0], `${path}.0`);
  return Object.entries(shown).flatMap(([name, value]) => {
    const at = `${path}.${name}`;
    const inside = (real as Record<string, unknown> | undefined)?.[name];
    return inside === undefined ? [at] : missing(value, inside, at);
  });
}
