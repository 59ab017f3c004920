const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** Of a longer one an index keeps so many characters. */
export const LONGEST_WORD = 200;
const MARKS = /\p{M}+/gu;

/** The words of a text as search compares them: lower case, without accents. Used alike on what is kept and on what is asked. */
export const searchWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');

/** Whatever is asked, only letters and digits are looked for; a word that begins another adds nothing. */
export function askedWords(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => word.split(SEPARATORS)).map((word) => word.slice(0, LONGEST_WORD));
  const asked = [...new Set(parts)].filter((word) => word !== '');
  return asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)));
}
