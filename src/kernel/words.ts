const SEPARATORS = /[^\p{L}\p{N}]+/u;
const MARKS = /\p{M}+/gu;

/** The words of a text as search compares them: lower case, without accents. Used alike on what is kept and on what is asked. */
export const searchWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
