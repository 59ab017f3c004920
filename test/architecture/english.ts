import ts from 'typescript';
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

/** The rules that texts break, one line each. */
export const breaches = (texts: readonly Text[], rules: Readonly<Record<string, Rule>>): readonly string[] =>
  texts.flatMap(({ where, text }) =>
    Object.entries(rules)
      .filter(([, breaks]) => breaks(text))
      .map(([name]) => `${where} ${name}: ${text}`),
  );

/** Words that a comment does without: each has a plainer one, or blurs who does what. */
const DIALECT = new RegExp(
  `${[
    '\\b(?:told|tells?|asked|asks|so many|so long|stands?|lies|lately|besides?|for ever|anew|whom|Company)\\b',
    '\\b(?:whatever|whoever|however (?:many|much|long|often)|(?:is|are) no|kept when|comes? of|came of)\\b',
    '^Answers\\b',
  ].join('|')}`,
  'i',
);

function commentsOf({ path, text }: Source): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(file) > 0) {
      node.getChildren(file).forEach(visit);
      return;
    }
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.end) ?? [];
    for (const { pos, end } of [...before, ...after]) comments.set(pos, text.slice(pos, end));
  };
  visit(file);
  return [...comments.values()];
}

/** Lines of comments with a word of the dialect. */
export const commentBreaches = (source: Source): readonly string[] =>
  commentsOf(source)
    .flatMap((comment) => comment.split('\n'))
    .map((line) => line.replace(/^[\s/*]+/, ''))
    .filter((line) => DIALECT.test(line))
    .map((line) => `"${DIALECT.exec(line)?.[0]}" in: ${line}`);
