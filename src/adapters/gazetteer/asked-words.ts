import { words } from './words.js';

/** A word of a question. */
export interface AskedWord {
  readonly text: string;
  /** One to three letters with a full stop, as in `a.M.`: the beginning of a word. */
  readonly isCut: boolean;
  /** It follows a comma. */
  readonly isApart: boolean;
}

/** Words of a question that are looked at. */
const MOST_WORDS = 24;
const LONGEST_CUT = 3;
const WORD = /(,[^\p{L}\p{N}\p{M}]*)?([\p{L}\p{N}\p{M}]+)(\.?)/gu;
const LETTERS = /^\p{L}+$/u;

/** Words that begin names and are written short. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  ft: ['fort'],
  mt: ['mount'],
  s: ['san', 'sao', 'santa'],
  st: ['saint', 'sankt'],
  sta: ['santa'],
  ste: ['sainte'],
  sto: ['santo'],
};

/** A full stop after a longer word, or after three letters at the end, ends a sentence. */
export function askedWords(text: string): readonly AskedWord[] {
  const end = text.trimEnd().length;
  const asked = [...text.matchAll(WORD)].flatMap(({ 0: { length }, 1: comma, 2: letters = '', 3: stop, index }) => {
    const most = index + length === end ? LONGEST_CUT - 1 : LONGEST_CUT;
    const isCut = stop === '.' && letters.length <= most && LETTERS.test(letters);
    return words(letters)
      .split(' ')
      .map((word, n) => ({ text: word, isCut, isApart: comma !== undefined && n === 0 }));
  });
  return asked.filter((word) => word.text !== '').slice(0, MOST_WORDS);
}

const joined = (asked: readonly AskedWord[], separator: string): string =>
  asked.map(({ text }) => text).join(separator);

export const phraseOf = (asked: readonly AskedWord[]): string => joined(asked, ' ');

/** Words that are all cut: `a.d.`, `U.S.A.`. */
export const areInitials = (asked: readonly AskedWord[]): boolean => asked.every(({ isCut }) => isCut);

/** Spellings of words: as they are, initials as one word, and with the first word written whole. */
export function phrasesOf(asked: readonly AskedWord[]): readonly string[] {
  const [first, ...rest] = asked;
  const whole = first?.isCut && rest.length > 0 ? (WHOLE[first.text] ?? []) : [];
  const initials = asked.length > 1 && areInitials(asked) ? [joined(asked, '')] : [];
  return [phraseOf(asked), ...initials, ...whole.map((word) => `${word} ${phraseOf(rest)}`)];
}

/** Whether a name has the words in order, those that are cut by their beginning. */
export function isNamed(asked: readonly AskedWord[], name: string): boolean {
  const named = name.split(' ');
  const isWord = ({ text, isCut }: AskedWord, n: number) => (isCut ? named[n]?.startsWith(text) : named[n] === text);
  return named.length === asked.length && asked.every(isWord);
}
