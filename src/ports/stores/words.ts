import { limits } from '../../catalogue/limits/limits.js';
import { foldedLetters } from '../../lib/folded-letters.js';
import { dialledNumbers, numberEndings } from './telephone-words.js';

/** Spellings of one word, each a whole word of an index or its beginning. */
export type Spellings = readonly string[];

/** Characters of a longer word that count. */
const LONGEST_WORD = 200;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;
const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put no spaces between words. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
/** An index has a word of this many characters at each character of a run: its size grows as the text does. */
const RUN_CHARACTERS = 4;

/** Words between spaces and symbols; a run of a script without spaces is one. */
function wordsIn(letters: string): readonly string[] {
  const words = letters.split(SEPARATORS);
  const apart = IS_UNSPACED.test(letters) ? words.flatMap((word) => word.match(RUNS) ?? []) : words;
  return apart.filter((word) => LETTER.test(word));
}

/** Characters outside the basic plane are two units of a text. */
const PAIRS = /[\ud800-\udfff]/;

/** Parts of a run at every `step` characters, and at its end. */
function partsOf(run: string, step: number, last: (count: number) => number): readonly string[] {
  const characters = PAIRS.test(run) ? [...run] : undefined;
  const partAt = (at: number): string =>
    characters ? characters.slice(at, at + RUN_CHARACTERS).join('') : run.slice(at, at + RUN_CHARACTERS);
  const end = last(characters?.length ?? run.length);
  const parts: string[] = [];
  for (let at = 0; at < end; at += step) parts.push(partAt(at));
  return [...parts, partAt(end)];
}

const indexedParts = (word: string): readonly string[] =>
  IS_UNSPACED.test(word)
    ? partsOf(word, 1, (count) => Math.min(count - 1, limits.searchedWords))
    : [word.slice(0, LONGEST_WORD)];

const searchedParts = (word: string): readonly string[] =>
  IS_UNSPACED.test(word)
    ? partsOf(word, RUN_CHARACTERS / 2, (count) => Math.max(0, count - RUN_CHARACTERS))
    : [word.slice(0, LONGEST_WORD)];

/** The words under which a text is found, each once. Words beyond the limit are left out. */
export function indexedWords(text: string): readonly string[] {
  const words = new Set<string>();
  const add = (some: readonly string[]): boolean => {
    for (const word of some) if (words.add(word).size >= limits.searchedWords) return true;
    return false;
  };
  const isFull = foldedLetters(text).some((letters) => wordsIn(letters).some((word) => add(indexedParts(word))));
  if (!isFull) add(numberEndings(text));
  return [...words];
}

/** The words of a search. A text matches that has each, in one of its spellings. A search without words finds nothing. */
export function searchedWords(search: string): readonly Spellings[] {
  const words = dialledNumbers(search).flatMap(({ text, number }) =>
    spelled(text).map((spellings) => shortest(number === undefined ? spellings : [...spellings, number])),
  );
  return words.filter(
    (word, n) => !words.some((other, m) => m !== n && implies(other, word) && (m < n || !implies(word, other))),
  );
}

function spelled(text: string): readonly Spellings[] {
  const [letters = '', also = letters] = foldedLetters(text);
  const others = wordsIn(also);
  return wordsIn(letters).flatMap((word, n) => {
    const other = searchedParts(others[n] ?? word);
    return searchedParts(word).map((part, at) => [part, other[at] ?? part]);
  });
}

/** A spelling that another one begins finds nothing more. */
const shortest = (spellings: Spellings): Spellings =>
  [...new Set(spellings)].filter((each) => !spellings.some((other) => other !== each && each.startsWith(other)));

/** Each text with `word` has `other` too. */
const implies = (word: Spellings, other: Spellings): boolean =>
  word.every((spelling) => other.some((beginning) => spelling.startsWith(beginning)));
