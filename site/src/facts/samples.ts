/** A fenced block of a page of the documentation. */
export interface Block {
  /** Line in the page, or in the partial page that it includes. */
  readonly line: number;
  /** Name of the partial page that has it. */
  readonly partial?: string;
  readonly lang: string;
  readonly meta: string;
  readonly code: string;
}

const FENCED = /^```(\w+)(.*)\n([\s\S]*?)^```$/gm;
/** Languages whose samples of a page are one file. */
export type FileLanguage = 'ts' | 'py';
const IMPORTS: Readonly<Record<FileLanguage, RegExp>> = { ts: /^import .*;\n/gm, py: /^(?:import|from) .*\n/gm };
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
    return partial === undefined
      ? []
      : [
          {
            line: page.slice(0, index).split('\n').length,
            blocks: fencedIn(partial).map((block) => ({ ...block, partial: tag })),
          },
        ];
  });
  const own = fencedIn(page).map((block) => ({ line: block.line, blocks: [block] }));
  return [...own, ...tags].sort((a, b) => a.line - b.line).flatMap(({ blocks }) => blocks);
}

/** The samples of a page in one language as one module. Those that run in a web page are left out. */
export function moduleOf(blocks: readonly Block[], lang: FileLanguage): string {
  const samples = blocks.filter((block) => block.lang === lang && marked(block, 'sample') && !marked(block, 'page'));
  const imports = new Set(samples.flatMap(({ code }) => code.match(IMPORTS[lang]) ?? []));
  const bodies = samples.map(({ code }) => code.replace(IMPORTS[lang], '').trim());
  return `${[...imports].join('')}\n${bodies.filter((body) => body !== '').join('\n\n')}\n`;
}
