const ASCII = /^\p{ASCII}*$/u;
/** Apostrophes, tatweel, and characters that show nothing, such as soft hyphens and joiners. U+200B parts words. */
const IGNORED =
  /['’‘‛`´′＇\u02b9-\u02bf\u055a\u05f3\ua78b\ua78c\u0640\u07fa]|(?!\u200b)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Before the decomposition, which makes letters of `™`. */
const SYMBOLS = /[^\p{L}\p{N}\p{M}]+/gu;
/** Marks of scripts whose letters are read without them, and the nukta. Elsewhere a mark is a vowel or a tone. */
const ACCENTS =
  /[[\u093c[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}]]]--[\u3099\u309a]]+/gv;

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

/** Decomposed letters that are also spelled with a second letter: ä ö ü ø as ae oe ue oe, å as aa. */
const WITH_E = /([aou])(\p{M}*?)\u0308|(ø)/giu;
const WITH_A = /(a)(\p{M}*?)\u030a/giu;

const twoLetters = (letters: string): string =>
  letters
    .replace(WITH_E, (_, vowel: string | undefined, marks: string | undefined) => `${vowel ?? 'o'}e${marks ?? ''}`)
    .replace(WITH_A, '$1a$2');

/** Upper case first: letters of several lower-case forms (`ı`, `ſ`) have one upper-case form. */
const withoutCase = (letters: string): string =>
  letters
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFC');

/**
 * The letters of a text without case and accents, symbols as spaces. A text with umlauts has two spellings with the
 * same number of words: `muller` and `mueller`.
 */
export function foldedLetters(text: string): readonly string[] {
  if (ASCII.test(text)) return [text.replace(/['`]/g, '').toLowerCase()];
  const letters = text.replace(IGNORED, '').replace(SYMBOLS, ' ').normalize('NFKD').replace(IGNORED, '');
  const spelled = twoLetters(letters);
  return spelled === letters ? [withoutCase(letters)] : [withoutCase(letters), withoutCase(spelled)];
}
