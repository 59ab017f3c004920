import { limits } from '../../catalogue/limits/limits.js';
import { type Areas, mainNames } from './addresses.js';
import type { PlaceIndex, PlaceNumber } from './place-index.js';
import { words } from './words.js';

/** Words of a question that are looked at, and those of one name. */
const MOST_WORDS = 24;
const MOST_NAME_WORDS = 5;
/** Places of one spelling that are compared. */
const MOST_NAMESAKES = 500;
const MOST_COMPLETIONS = 50;
/** Above every character of a spelling. */
const LAST = '\uffff';
const SHORTEST_PREFIX = 2;
/** A name of which only the beginning is given counts a little less than one that is given whole. */
const PREFIX_LOSS = 0.5;
/** A name in English or German counts a little more than one in another language. */
const MAIN_NAME_GAIN = 0.25;

/** Words `start` to `end` of the question. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span that names countries or regions. */
interface AreaSpan extends Span {
  readonly countries: ReadonlySet<number>;
  readonly regions: ReadonlySet<number>;
}

const NO_AREAS: ReadonlySet<number> = new Set();

function* spansOf(count: number): Generator<Span> {
  for (let length = Math.min(count, MOST_NAME_WORDS); length > 0; length--) {
    for (let start = 0; start + length <= count; start++) yield { start, end: start + length };
  }
}

const phraseOf = (asked: readonly string[], { start, end }: Span): string => asked.slice(start, end).join(' ');

/** The longest first. */
function areaSpans(asked: readonly string[], { countries, regions }: Areas): readonly AreaSpan[] {
  return [...spansOf(asked.length)].flatMap((span) => {
    const phrase = phraseOf(asked, span);
    const named = { countries: countries.get(phrase) ?? NO_AREAS, regions: regions.get(phrase) ?? NO_AREAS };
    return named.countries.size + named.regions.size > 0 ? [{ ...span, ...named }] : [];
  });
}

/** Words outside the name that say where the place is. */
function wordsOfArea(index: PlaceIndex, n: PlaceNumber, name: Span, areas: readonly AreaSpan[]): number {
  const taken: Span[] = [name];
  let count = 0;
  for (const { countries, regions, start, end } of areas) {
    if (!countries.has(index.countries[n] ?? -1) && !regions.has(index.regions[n] ?? -1)) continue;
    if (taken.some((span) => start < span.end && span.start < end)) continue;
    taken.push({ start, end });
    count += end - start;
  }
  return count;
}

/** The most populous places that a range of spellings names, without doubles. */
function largest({ spellingPlaces }: PlaceIndex, from: number, to: number, most: number): readonly PlaceNumber[] {
  const found: PlaceNumber[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (let at = from; at < to; at++) {
    const place = spellingPlaces[at] ?? 0;
    if (place >= worst || found.includes(place)) continue;
    if (found.length === most) found.pop();
    const behind = found.findIndex((each) => each > place);
    found.splice(behind < 0 ? found.length : behind, 0, place);
    if (found.length === most) worst = found.at(-1) ?? worst;
  }
  return found;
}

const isMainName = (index: PlaceIndex, n: PlaceNumber, phrase: string): boolean =>
  mainNames(index, n).some((name) => words(name).startsWith(phrase));

/** Places by how many words of the question speak for them. */
class Candidates {
  private readonly scores = new Map<PlaceNumber, number>();

  add(place: PlaceNumber, score: number): void {
    if (score > (this.scores.get(place) ?? 0)) this.scores.set(place, score);
  }

  /** Those for which as many words speak as for the best one; the most populous first. */
  best(): readonly PlaceNumber[] {
    const top = Math.max(0, ...this.scores.values());
    return [...this.scores]
      .filter(([, score]) => score >= top - PREFIX_LOSS)
      .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b)
      .slice(0, limits.geocoderResults)
      .map(([place]) => place);
  }
}

/** Places that a text names, best first. @param only countries that they may be in */
export function findByName(
  index: PlaceIndex,
  areas: Areas,
  text: string,
  only?: ReadonlySet<number>,
): readonly PlaceNumber[] {
  const asked = words(text).split(' ').slice(0, MOST_WORDS);
  const named = areaSpans(asked, areas);
  const candidates = new Candidates();
  const consider = (places: Iterable<PlaceNumber>, span: Span, loss: number) => {
    for (const place of places) {
      if (only && !only.has(index.countries[place] ?? -1)) continue;
      const gain = isMainName(index, place, phraseOf(asked, span)) ? MAIN_NAME_GAIN : 0;
      candidates.add(place, span.end - span.start - loss + gain + wordsOfArea(index, place, span, named));
    }
  };
  for (const span of spansOf(asked.length)) {
    const phrase = phraseOf(asked, span);
    const first = index.spellings.lowerBound(phrase);
    const behind = index.spellings.lowerBound(`${phrase}\0`);
    consider(index.spellingPlaces.subarray(first, Math.min(behind, first + MOST_NAMESAKES)), span, 0);
    if (span.end < asked.length || phrase.length < SHORTEST_PREFIX) continue;
    const end = index.spellings.lowerBound(phrase + LAST);
    consider(largest(index, behind, end, MOST_COMPLETIONS), span, PREFIX_LOSS);
  }
  return candidates.best();
}
