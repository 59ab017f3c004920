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
/** Guides leave places for pages of the reference, where these match too. */
const MOST_GUIDES = 5;
const LONGEST_QUERY = 200;
const FIELD_CODES = '#codes-of-single-fields';
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
  if (!best?.url.includes('#')) return { url: routeOf(url), title: page, excerpt };
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

/** Guides first, then the reference, then the pages of error codes and the rest. */
async function ranked(pagefind: Pagefind, words: string) {
  const of = async (...kinds: readonly string[]) =>
    (await pagefind.search(words, { filters: { kind: { any: kinds } } })).results;
  const guides = await of('guide');
  const others = [...(await of('reference')), ...(await of('error', 'page'))];
  const first = guides.slice(0, Math.max(MOST_GUIDES, SHOWN - others.length));
  return { count: guides.length + others.length, results: [...first, ...others] };
}

/** The page of an error code first, then all other pages by their kind. */
export async function findPages(pagefind: Pagefind, text: string): Promise<Hits> {
  const code = codeIn(text);
  const exact = code === undefined ? [] : await pageOfCode(pagefind, code);
  const { count, results } = await ranked(pagefind, wordsOf(text));
  const pages = await Promise.all(results.slice(0, SHOWN).map((result) => result.data()));
  const known = new Set(exact.map(({ url }) => url));
  const more = pages.map(hitOf).filter(({ url }) => !known.has(url));
  const repeated = exact.length > 0 && count > 0 ? 0 : exact.length;
  return { count: count + repeated, shown: [...exact, ...more].slice(0, SHOWN) };
}
