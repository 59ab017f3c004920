const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** An index keeps at most this many characters of a word. */
export const LONGEST_WORD = 200;
const MARKS = /\p{M}+/gu;
const ASCII = /^\p{ASCII}*$/u;

/** Lower-case letters that no decomposition and no change of case takes to the letters people type for them. */
const SPELLED: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  ς: 'σ',
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');

/** Upper case first: letters of several lower-case forms (`ı`, `ſ`) have one upper-case form. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase();
  return letters.replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter);
}

/** The words of a text as search compares them: case folded, without accents. Stored text and queries use it alike. */
export const searchWords = (text: string): readonly string[] =>
  fold(text)
    .split(SEPARATORS)
    .filter((word) => word !== '');

/** The words of a search: letters and digits only, without words that begin another one. */
export function askedWords(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => word.split(SEPARATORS)).map((word) => word.slice(0, LONGEST_WORD));
  const asked = [...new Set(parts)].filter((word) => word !== '');
  return asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)));
}
