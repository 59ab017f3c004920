import { limits } from '../../catalogue/limits/limits.js';
import { type Areas, mainNames } from './addresses.js';
import { type AskedWord, areInitials, askedWords, isNamed, phraseOf, phrasesOf } from './asked-words.js';
import type { PlaceIndex, PlaceNumber } from './place-index.js';
import { words } from './words.js';

/** Words of one name. */
const MOST_NAME_WORDS = 5;
/** Places of one spelling that are compared. */
const MOST_NAMESAKES = 500;
const MOST_COMPLETIONS = 50;
/** Spellings that are compared with the abbreviated names of a question: about 5 ms of work. */
const MOST_COMPARED = 10_000;
/** Above every character of a spelling. */
const LAST = '\uffff';
const SHORTEST_PREFIX = 2;
/** Letters of a country's code. */
const LONGEST_CODE = 3;
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

const areasOf = (areas: Areas['countries'], phrases: readonly string[]): ReadonlySet<number> =>
  phrases.map((phrase) => areas.get(phrase)).find((found) => found !== undefined) ?? NO_AREAS;

/** The longest first. */
function areaSpans(asked: readonly AskedWord[], { countries, regions }: Areas): readonly AreaSpan[] {
  return [...spansOf(asked.length)].flatMap((span) => {
    const phrases = phrasesOf(asked.slice(span.start, span.end));
    const named = { countries: areasOf(countries, phrases), regions: areasOf(regions, phrases) };
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

/** Places whose names have the words of an abbreviated name: `Frankfurt a.M.` @param left spellings to compare */
function abbreviated(index: PlaceIndex, asked: readonly AskedWord[], left: { count: number }): readonly PlaceNumber[] {
  const whole = asked.findIndex(({ isCut }) => isCut);
  if (whole <= 0) return [];
  const beginning = `${phraseOf(asked.slice(0, whole))} `;
  const first = index.spellings.lowerBound(beginning);
  const behind = Math.min(index.spellings.lowerBound(beginning + LAST), first + left.count);
  left.count -= Math.max(0, behind - first);
  const found = new Set<PlaceNumber>();
  for (let at = first; at < behind; at++)
    if (isNamed(asked, index.spellings.at(at))) found.add(index.spellingPlaces[at] ?? 0);
  return [...found].sort((a, b) => a - b).slice(0, MOST_NAMESAKES);
}

/** Places with exactly this spelling. */
function namesakes({ spellings, spellingPlaces }: PlaceIndex, phrase: string): Iterable<PlaceNumber> {
  const first = spellings.lowerBound(phrase);
  return spellingPlaces.subarray(first, Math.min(spellings.lowerBound(`${phrase}\0`), first + MOST_NAMESAKES));
}

/** The most populous places whose spelling goes on after the phrase. */
function completions(index: PlaceIndex, phrase: string): readonly PlaceNumber[] {
  const { spellings } = index;
  if (phrase.length < SHORTEST_PREFIX) return [];
  return largest(index, spellings.lowerBound(`${phrase}\0`), spellings.lowerBound(phrase + LAST), MOST_COMPLETIONS);
}

/** Whether the last word may be the beginning of a longer one. A word that names a country is whole. */
function mayGoOn(asked: readonly AskedWord[], named: readonly AreaSpan[], { start, end }: Span): boolean {
  if (end < asked.length || asked.at(-1)?.isCut) return false;
  const ends = named.filter((area) => area.end === end && area.start > 0 && area.countries.size > 0);
  return !ends.some((area) => area.start === start || (area.start > start && asked[area.start]?.isApart));
}

/** A code of a country behind other words. */
const isCountryCode = ({ start, end }: Span, named: readonly AreaSpan[], phrase: string): boolean =>
  phrase.length <= LONGEST_CODE &&
  named.some((area) => start > 0 && area.start === start && area.end === end && area.countries.size > 0);

/**
 * Places that a text names, best first. Initials such as `a.M.` alone name no place, unless they are the whole text.
 * @param only countries that they may be in; the text is then an address, and its last word is whole
 */
export function findByName(
  index: PlaceIndex,
  areas: Areas,
  text: string,
  only?: ReadonlySet<number>,
): readonly PlaceNumber[] {
  const asked = askedWords(text);
  const named = areaSpans(asked, areas);
  const candidates = new Candidates();
  const left = { count: MOST_COMPARED };
  const consider = (places: Iterable<PlaceNumber>, span: Span, phrase: string, loss: number) => {
    for (const place of places) {
      if (only && !only.has(index.countries[place] ?? -1)) continue;
      const gain = isMainName(index, place, phrase) ? MAIN_NAME_GAIN : 0;
      candidates.add(place, span.end - span.start - loss + gain + wordsOfArea(index, place, span, named));
    }
  };
  for (const span of spansOf(asked.length)) {
    const all = asked.slice(span.start, span.end);
    const phrase = phraseOf(all);
    if ((areInitials(all) && all.length < asked.length) || isCountryCode(span, named, phrase)) continue;
    for (const spelling of phrasesOf(all)) consider(namesakes(index, spelling), span, phrase, 0);
    consider(abbreviated(index, all, left), span, phrase, 0);
    if (!only && mayGoOn(asked, named, span)) consider(completions(index, phrase), span, phrase, PREFIX_LOSS);
  }
  return candidates.best();
}
