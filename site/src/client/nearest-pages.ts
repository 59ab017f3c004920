export interface NamedPage {
  readonly route: string;
  readonly title: string;
}

const MOST_CHARACTERS = 200;
const MOST_WORDS = 12;
const LEAST_LIKENESS = 0.35;

/** The path of an address as text to show and compare: decoded where it can be, short, without invisible characters. */
export function askedFor(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // A path with a stray "%" is shown as it is.
  }
  return path.replace(/\p{C}/gu, '�').slice(0, MOST_CHARACTERS);
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/\.(html?|mdx?|php)$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'docs' && word !== 'index')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, 40));

/** Single characters to insert, remove or replace (Levenshtein). */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const likeness = (a: string, b: string) => 1 - edits(a, b) / Math.max(a.length, b.length);
const best = (word: string, words: readonly string[]) => Math.max(0, ...words.map((each) => likeness(word, each)));
const mean = (words: readonly string[], others: readonly string[]) =>
  words.reduce((sum, word) => sum + best(word, others) ** 2, 0) / Math.max(words.length, 1);

/** Similarity of a page to the requested words, from 0 to 1. The last word counts most, because it names the page. */
function nearness(asked: readonly string[], { route, title }: NamedPage): number {
  const words = [...new Set([...wordsIn(route), ...wordsIn(title)])];
  const joined = best(asked.join(''), [wordsIn(route).join(''), wordsIn(title).join('')]) ** 2;
  const last = best(asked.at(-1) ?? '', words) ** 2;
  return Math.max(joined, 0.3 * mean(asked, words) + 0.3 * last + 0.4 * mean(words, asked));
}

/** The pages whose routes or titles are most like the path, nearest first. */
export function nearestPages(path: string, pages: readonly NamedPage[], count: number): readonly NamedPage[] {
  const asked = wordsIn(path);
  if (asked.length === 0) return [];
  return pages
    .map((page) => ({ page, near: nearness(asked, page) }))
    .filter(({ near }) => near >= LEAST_LIKENESS)
    .sort((a, b) => b.near - a.near || a.page.route.length - b.page.route.length)
    .slice(0, count)
    .map(({ page }) => page);
}
