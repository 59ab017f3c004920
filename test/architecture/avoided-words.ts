/** A word that comments and pages avoid. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  /** The plain word to use. */
  readonly plain: string;
  /** A text with the word. */
  readonly planting: string;
}

const word = (pattern: RegExp, plain: string, planting: string): AvoidedWord => ({ pattern, plain, planting });

export const avoidedWords: readonly AvoidedWord[] = [
  word(/\b(?:told|tells?)\b/i, 'say, name, report', 'The caller is told.'),
  word(/\b(?:asked|asks)\b/i, 'request', 'It returns the rows that were asked for.'),
  word(/\bso (?:many|long|much)\b/i, 'at most n', 'It waits so long.'),
  word(/\b(?:stands?|lies)\b/i, 'is', 'The text stands in the log.'),
  word(/\blately\b/i, 'recently', 'It was used lately.'),
  word(/\bbesides?\b/i, 'in addition to, with', 'It runs beside the log.'),
  word(/\bfor ever\b/i, 'without end', 'It is kept for ever.'),
  word(/\banew\b/i, 'again', 'The table is made anew.'),
  word(/\b(?:whatever|whoever|however (?:many|much|long|often))\b/i, 'any', 'It is removed whatever its state.'),
  word(/(?<!\bthere )\b(?:is|are) no\b(?! longer)/i, 'is not a', 'A marker is no event.'),
  word(/\b(?:kept when|promise is kept)\b/i, 'resolves when', 'Kept when the stores respond.'),
  word(
    /(?:^|[.:;] )Answers\b|\banswers? (?:a|an|the|with)\b|\b[Aa]nswered\b/,
    'return, respond',
    'Answers the first one.',
  ),
  word(/\b(?:comes?|came) of\b/i, 'follow from', 'It says what comes of it.'),
  word(/\bCompany\b/, 'tenant', 'The users of a Company.'),
  word(/\bwhom\b/i, 'who', 'The user for whom it is.'),
];

/** The avoided words of a text, each with the plain one. */
export const avoidedIn = (text: string): readonly string[] =>
  avoidedWords.flatMap(({ pattern, plain }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}": ${plain}`];
  });
