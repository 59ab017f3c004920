import ts from 'typescript';
import { avoidedIn } from './avoided-words.js';
import type { Source } from './syntax.js';

/** A text that a person reads, and its place. */
export interface Text {
  readonly where: string;
  readonly text: string;
}

const LONGEST_SENTENCE = 25;
const OPENINGS = /^(Who|What|Whose|Whom|Whoever|Nobody|Of a|Of the|One who|As asked)\b/;

/** A sentence ends with a period, an exclamation mark or a question mark before white space. */
const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+/).filter((part) => part !== '');
const wordsOf = (sentence: string): readonly string[] => sentence.split(/\s+/).filter((word) => /\w/.test(word));

type Rule = (text: string) => boolean;

const common = {
  'is empty': (text) => text.trim() === '',
  [`has a sentence over ${LONGEST_SENTENCE} words`]: (text) =>
    sentencesOf(text).some((sentence) => wordsOf(sentence).length > LONGEST_SENTENCE),
  'has an inverted opening': (text) => sentencesOf(text).some((sentence) => OPENINGS.test(sentence)),
  "says one's": (text) => /\bone['’]s\b/i.test(text),
} as const satisfies Readonly<Record<string, Rule>>;

/** Rules of descriptions, error texts and other full sentences. */
export const descriptionRules: Readonly<Record<string, Rule>> = {
  ...common,
  'lacks the final period': (text) => text.trim() !== '' && !/\.$/.test(text),
};

/** Rules of summaries: one imperative line. */
export const summaryRules: Readonly<Record<string, Rule>> = {
  ...common,
  'has a final period': (text) => /\.\s*$/.test(text),
};

/** Words of published texts. Code in backticks has the names of the API. */
export const wordRules: Readonly<Record<string, Rule>> = {
  'has an avoided word': (text) => avoidedIn(text.replace(/`[^`]*`/g, 'code'), 'published').length > 0,
};

/** The rules that texts break, one line each. */
export const breaches = (texts: readonly Text[], rules: Readonly<Record<string, Rule>>): readonly string[] =>
  texts.flatMap(({ where, text }) =>
    Object.entries(rules)
      .filter(([, breaks]) => breaks(text))
      .map(([name]) => `${where} ${name}: ${text}`),
  );

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Comments in lines that follow each other are one text. */
function joined(text: string, ranges: readonly Range[]): readonly string[] {
  const isLine = ({ start }: Range) => text.startsWith('//', start);
  const isAlone = ({ start }: Range) => /(^|\n)[ \t]*$/.test(text.slice(0, start));
  const follows = (one: Range, next: Range) =>
    isLine(one) && isLine(next) && isAlone(one) && /^\n[ \t]*$/.test(text.slice(one.end, next.start));
  const blocks: Range[] = [];
  for (const range of ranges) {
    const last = blocks.at(-1);
    if (last && follows(last, range)) blocks[blocks.length - 1] = { start: last.start, end: range.end };
    else blocks.push(range);
  }
  return blocks.map(({ start, end }) => text.slice(start, end));
}

function commentsOf({ path, text }: Source): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const ends = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(file) > 0) {
      node.getChildren(file).forEach(visit);
      return;
    }
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.end) ?? [];
    for (const { pos, end } of [...before, ...after]) ends.set(pos, end);
  };
  visit(file);
  const ranges = [...ends].map(([start, end]) => ({ start, end })).sort((a, b) => a.start - b.start);
  return joined(text, ranges);
}

/** The paragraphs of a comment, without its marks. A list item and a tag such as `@throws` begin a paragraph. */
const paragraphsOf = (comment: string): readonly string[] =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/)?\s*/, '').replace(/\s*\*\/$/, ''))
    .join('\n')
    .split(/\n(?=[-@]|\s*$)/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '' && !paragraph.startsWith('biome-ignore'));

/** The paragraphs of comments that break a rule or have an avoided word. */
export const commentBreaches = (source: Source): readonly string[] =>
  commentsOf(source)
    .flatMap(paragraphsOf)
    .flatMap((text) => [
      ...avoidedIn(text).map((word) => `${word} in: ${text}`),
      ...breaches([{ where: 'a comment', text }], common),
    ]);
