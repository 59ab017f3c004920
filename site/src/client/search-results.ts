interface Section {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly weighted_locations: readonly { readonly balanced_score: number }[];
}

export interface Found {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
  readonly sub_results: readonly Section[];
}

interface Results {
  readonly results: readonly { data(): Promise<Found> }[];
}

export interface Pagefind {
  init(): Promise<void>;
  search(words: string | null, options?: { readonly filters: object }): Promise<Results>;
}

/** A place that a search leads to. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  /** HTML; Pagefind escapes the text around its <mark>. */
  readonly excerpt: string;
}

export interface Hits {
  readonly count: number;
  readonly shown: readonly Hit[];
}

const SHOWN = 8;
/** Pages of the reference whose titles are compared with the query. */
const READ = 16;
/** Guides leave places for pages of the reference, where these match too. */
const MOST_GUIDES = 5;
/** The same where the query names a page of the reference. */
const GUIDES_BEFORE_NAMED = 2;
const LONGEST_QUERY = 200;
const FIELD_CODES = '#field-error-codes';
const CODE = /errors(?:\.[a-z0-9_]+)+/i;

const routeOf = (url: string) => url.replace(/(^|\/)index\.html/, '$1').replace(/\.html(?=$|#)/, '');

/** The error code in a text, such as a pasted answer of the API. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[0].toLowerCase();

/** The words of a query. The index splits codes at their dots and underlines. */
export const wordsOf = (text: string): string =>
  (codeIn(text) ?? text).slice(0, LONGEST_QUERY).replace(/[._]+/g, ' ').trim();

const weightOf = ({ weighted_locations: found }: Section) =>
  found.reduce((sum, { balanced_score: score }) => sum + score, 0);

/** The section that matches best, named with its page. The page itself where its beginning does. */
function hitOf({ url, meta, excerpt, sub_results: sections }: Found): Hit {
  const page = meta.title ?? url;
  const [best] = [...sections].sort((a, b) => weightOf(b) - weightOf(a));
  if (!best?.url.includes('#') || best.title === page) return { url: routeOf(url), title: page, excerpt };
  return { url: routeOf(best.url), title: `${page} › ${best.title}`, excerpt: best.excerpt };
}

async function pageOfCode(pagefind: Pagefind, code: string): Promise<readonly Hit[]> {
  const isField = code.startsWith('errors.field.');
  const { results } = await pagefind.search(null, { filters: { code: isField ? 'errors.field' : code } });
  const [page] = await Promise.all(results.slice(0, 1).map((result) => result.data()));
  if (!page) return [];
  const url = routeOf(page.url) + (isField ? FIELD_CODES : '');
  return [{ url, title: page.meta.title ?? code, excerpt: page.excerpt }];
}

const plain = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the title has each word of the query, or a word that begins with it: "delete user" is "Delete a user". */
export function isTitle(title: string, words: string): boolean {
  const named = plain(title);
  const wanted = plain(words);
  return wanted.length > 1 && wanted.every((word) => named.some((each) => each.startsWith(word.replace(/s$/, ''))));
}

/** Pages of the reference, those first that the query names. */
async function namedFirst(results: Results['results'], words: string) {
  const pages = await Promise.all(results.slice(0, READ).map((result) => result.data()));
  const isNamed = ({ meta }: Found) => isTitle(meta.title ?? '', words);
  const named = pages.filter(isNamed);
  return { isNamed: named.length > 0, pages: [...named, ...pages.filter((page) => !isNamed(page))] };
}

/** Guides first, then the reference, then the pages of error codes and the rest. */
async function ranked(pagefind: Pagefind, words: string) {
  const of = async (...kinds: readonly string[]) =>
    (await pagefind.search(words, { filters: { kind: { any: kinds } } })).results;
  const [guides, reference, others] = [await of('guide'), await of('reference'), await of('error', 'page')];
  const more = reference.length + others.length;
  const calls = await namedFirst(reference, words);
  const first = guides.slice(0, Math.max(calls.isNamed ? GUIDES_BEFORE_NAMED : MOST_GUIDES, SHOWN - more));
  const read = (results: Results['results']) => Promise.all(results.slice(0, SHOWN).map((result) => result.data()));
  const pages = [...(await read(first)), ...calls.pages, ...(await read(others))];
  return { count: guides.length + more, pages: pages.slice(0, SHOWN) };
}

/** The page of an error code first, then all other pages by their kind. */
export async function findPages(pagefind: Pagefind, text: string): Promise<Hits> {
  const code = codeIn(text);
  const exact = code === undefined ? [] : await pageOfCode(pagefind, code);
  const { count, pages } = await ranked(pagefind, wordsOf(text));
  const known = new Set(exact.map(({ url }) => url));
  const more = pages.map(hitOf).filter(({ url }) => !known.has(url));
  const repeated = exact.length > 0 && count > 0 ? 0 : exact.length;
  return { count: count + repeated, shown: [...exact, ...more].slice(0, SHOWN) };
}
