/** A fenced block of a page of the documentation. */
export interface Block {
  /** Line in the page, or in the partial page that it includes. */
  readonly line: number;
  readonly lang: string;
  readonly meta: string;
  readonly code: string;
}

const FENCED = /^```(\w+)(.*)\n([\s\S]*?)^```$/gm;
const IMPORT = /^import .*;\n/gm;
const PARTIAL = /^import (\w+) from '[./]+\/partials\/([\w-]+)\.mdx';$/gm;

/** Whether the block has the word in its first line. */
export const marked = ({ meta }: Pick<Block, 'meta'>, word: string): boolean => meta.split(' ').includes(word);

const fencedIn = (text: string): readonly Block[] =>
  [...text.matchAll(FENCED)].map(({ 1: lang = '', 2: meta = '', 3: code = '', index }) => ({
    line: text.slice(0, index).split('\n').length,
    lang,
    meta: meta.trim(),
    code,
  }));

/** The blocks of a page in order, with those of the partial pages that it includes. */
export function blocksIn(page: string, partialOf: (name: string) => string): readonly Block[] {
  const partials = new Map([...page.matchAll(PARTIAL)].map(([, tag = '', name = '']) => [tag, partialOf(name)]));
  const tags = [...page.matchAll(/^<(\w+) \/>$/gm)].flatMap(({ 1: tag = '', index }) => {
    const partial = partials.get(tag);
    return partial === undefined ? [] : [{ line: page.slice(0, index).split('\n').length, blocks: fencedIn(partial) }];
  });
  const own = fencedIn(page).map((block) => ({ line: block.line, blocks: [block] }));
  return [...own, ...tags].sort((a, b) => a.line - b.line).flatMap(({ blocks }) => blocks);
}

/** The samples of a page in TypeScript as one module. Those that run in a web page are left out. */
export function typeScriptOf(blocks: readonly Block[]): string {
  const samples = blocks.filter((block) => block.lang === 'ts' && marked(block, 'sample') && !marked(block, 'page'));
  const imports = new Set(samples.flatMap(({ code }) => code.match(IMPORT) ?? []));
  return `${[...imports].join('')}\n${samples.map(({ code }) => code.replace(IMPORT, '').trim()).join('\n\n')}\n`;
}
