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
  readonly page: string;
  /** Heading in the page. Undefined: the page as a whole. */
  readonly section?: string;
  /** HTML; Pagefind escapes the text around its <mark>. */
  readonly excerpt: string;
}

/** Hits of one kind of pages (site/src/search-filters.ts), the best first. */
export interface HitGroup {
  readonly title: string;
  /** Pages that match, of which some are shown. */
  readonly count: number;
  readonly hits: readonly Hit[];
}

/** The kinds in the order of their groups, with the number of hits that a group shows. */
const GROUPS = [
  { kind: 'guide', title: 'Guides', most: 5 },
  { kind: 'reference', title: 'Reference', most: 4 },
  { kind: 'error', title: 'Errors', most: 3 },
  { kind: 'page', title: 'Other pages', most: 2 },
] as const;
type Kind = (typeof GROUPS)[number]['kind'];

/** Guides that are shown where the query names a page of the reference. */
const GUIDES_BEFORE_NAMED = 2;
/** Pages of the reference whose titles are compared with the query. */
const READ = 16;
const LONGEST_QUERY = 200;
const FIELD_CODES = '#field-error-codes';
const CODE = /errors(?:\.[a-z0-9_]+)+/i;

const routeOf = (url: string) => url.replace(/(^|\/)index\.html/, '$1').replace(/\.html(?=$|#)/, '');

/** The error code in a text, such as a pasted answer of the API. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[0].toLowerCase();

/** The words of a query. The index splits codes at their dots and underlines. */
export const wordsOf = (text: string): string =>
  (codeIn(text) ?? text).slice(0, LONGEST_QUERY).replace(/[._]+/g, ' ').trim();

const plain = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const namesAll = (title: string, wanted: readonly string[]): boolean => {
  const named = plain(title);
  return wanted.length > 0 && wanted.every((word) => named.some((each) => each.startsWith(word.replace(/s$/, ''))));
};

/** Whether the title has each of several words, or words that begin with them: "delete user" is "Delete a user". */
const isTitle = (title: string, words: string): boolean => plain(words).length > 1 && namesAll(title, plain(words));

const weightOf = ({ weighted_locations: found }: Section) =>
  found.reduce((sum, { balanced_score: score }) => sum + score, 0);

/** The section that matches best, before the beginning of its page; the page itself where the query is its title. */
function hitOf({ url, meta, excerpt, sub_results: found }: Found, words: string): Hit {
  const page = meta.title ?? url;
  const sections = found.filter((each) => each.url.includes('#') && each.title !== page);
  const [best] = sections.sort((a, b) => weightOf(b) - weightOf(a));
  if (!best || namesAll(page, plain(words))) return { url: routeOf(url), page, excerpt };
  return { url: routeOf(best.url), page, section: best.title, excerpt: best.excerpt };
}

/** The page of an error code, or the section about codes of single fields. */
async function pageOfCode(pagefind: Pagefind, code: string): Promise<{ kind: Kind; hit: Hit } | undefined> {
  const isField = code.startsWith('errors.field.');
  const { results } = await pagefind.search(null, { filters: { code: isField ? 'errors.field' : code } });
  const found = await results[0]?.data();
  if (!found) return undefined;
  const url = routeOf(found.url) + (isField ? FIELD_CODES : '');
  const hit = { url, page: found.meta.title ?? code, excerpt: found.excerpt };
  return { kind: isField ? 'guide' : 'error', hit };
}

const read = (results: Results['results'], most: number) =>
  Promise.all(results.slice(0, most).map((result) => result.data()));

/** Pages of the reference, those first that the query names. */
async function namedFirst(results: Results['results'], words: string) {
  const pages = await read(results, READ);
  const isNamed = ({ meta }: Found) => isTitle(meta.title ?? '', words);
  const named = pages.filter(isNamed);
  return { isNamed: named.length > 0, pages: [...named, ...pages.filter((page) => !isNamed(page))] };
}

/** Guides first, then the reference, errors and the rest. The group of a pasted error code is before all others. */
export async function findGroups(pagefind: Pagefind, text: string): Promise<readonly HitGroup[]> {
  const code = codeIn(text);
  const words = wordsOf(text);
  const exact = code === undefined ? undefined : await pageOfCode(pagefind, code);
  const found = new Map<Kind, Results['results']>();
  for (const { kind } of GROUPS) found.set(kind, (await pagefind.search(words, { filters: { kind } })).results);
  const calls = await namedFirst(found.get('reference') ?? [], words);
  const isNamed = ({ page }: Hit) => namesAll(page, plain(words));
  const groups = GROUPS.map(async ({ kind, title, most }) => {
    const results = found.get(kind) ?? [];
    const shown = kind === 'guide' && calls.isNamed ? GUIDES_BEFORE_NAMED : most;
    const pages = kind === 'reference' ? calls.pages : await read(results, shown);
    const first = exact?.kind === kind ? [exact.hit] : [];
    const others = pages.map((page) => hitOf(page, words)).filter(({ url }) => url !== first[0]?.url);
    const hits = [...first, ...others].slice(0, shown);
    return { kind, title, count: Math.max(results.length, hits.length), hits };
  });
  const filled = (await Promise.all(groups)).filter(({ hits }) => hits.length > 0);
  // The home page has words of all subjects, so pages without a subject show by their name, or where nothing else does.
  const shown = filled.filter(({ kind, hits }) => kind !== 'page' || filled.length === 1 || hits.some(isNamed));
  return shown.sort((a, b) => Number(b.kind === exact?.kind) - Number(a.kind === exact?.kind));
}
