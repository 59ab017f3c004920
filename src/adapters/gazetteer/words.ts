const PLAIN = /^[a-z0-9]+( [a-z0-9]+)*$/;
const MARKS = /\p{M}+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** A name as it is compared: lower case, without accents, its words separated by one space. */
export function words(name: string): string {
  const lower = name.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower.replaceAll('ß', 'ss').normalize('NFKD').replace(MARKS, '').replace(SEPARATORS, ' ').trim();
}
