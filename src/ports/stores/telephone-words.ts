/** Before the digits of a telephone number in an index. No search has it in a word, so that digits alone find no numbers. */
const MARK = '☎';
/** With a country code, as people write it: blanks, dashes and brackets between the digits. */
const INTERNATIONAL = /\+\d(?:[\s()./‐-―-]{0,3}\d){6,14}/gu;
/** Digits that may be a telephone number, or its end. */
const DIALLED = /(?<![\p{L}\p{N}])[+(]*\d(?:[\s()./‐-―-]*\d)+(?![\p{L}\p{N}])/gu;
const FEWEST_DIGITS = 5;
const MOST_DIGITS = 15;

const digitsOf = (number: string): string => number.replace('(0)', '').replace(/\D/g, '');

/** Words for the telephone numbers of a text with a country code: from each digit to the end, so that any part is found. */
export function numberEndings(text: string): readonly string[] {
  return [...text.matchAll(INTERNATIONAL)].flatMap(([number]) => {
    const digits = digitsOf(number);
    const endings = Math.max(0, digits.length - FEWEST_DIGITS + 1);
    return Array.from({ length: endings }, (_, start) => MARK + digits.slice(start));
  });
}

export interface DialledPart {
  readonly text: string;
  /** The word that the digits of the text begin, where they may be a telephone number. */
  readonly number?: string;
}

/** A search in parts. Zeros in front of a number, of a trunk or an exit code, do not count. */
export function dialledNumbers(search: string): readonly DialledPart[] {
  const parts: DialledPart[] = [];
  let end = 0;
  for (const { 0: text, index } of search.matchAll(DIALLED)) {
    const digits = digitsOf(text).replace(/^0+/, '');
    if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) continue;
    parts.push({ text: search.slice(end, index) }, { text, number: MARK + digits });
    end = index + text.length;
  }
  return [...parts, { text: search.slice(end) }];
}
