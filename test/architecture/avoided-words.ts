/** Texts that a word is avoided in: everything that people read, or everything but comments in code. */
type Place = 'everywhere' | 'published';

/** A word that comments and pages avoid. `docs/style.md` shows the list. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  /** The plain word to use. */
  readonly plain: string;
  /** The word as the style page names it. */
  readonly not: string;
  /** A text with the word. */
  readonly planting: string;
  readonly place: Place;
}

const inPlace =
  (place: Place) =>
  (pattern: RegExp, plain: string, not: string, planting: string): AvoidedWord => ({
    pattern,
    plain,
    not,
    planting,
    place,
  });
const word = inPlace('everywhere');
const published = inPlace('published');

export const avoidedWords: readonly AvoidedWord[] = [
  word(/\b(?:told|tells?)\b/i, 'say, name, report', 'tell', 'The caller is told.'),
  word(/\b(?:asked|asks)\b/i, 'request', 'ask', 'It returns the rows that were asked for.'),
  word(/\bso (?:many|long|much)\b/i, 'at most n', 'so many, so long', 'It waits so long.'),
  word(/\b(?:stands?|lies)\b/i, 'is', 'stand, lie', 'The text stands in the log.'),
  word(/\blately\b/i, 'recently', 'lately', 'It was used lately.'),
  word(/\bbesides?\b/i, 'in addition to, with', 'beside', 'It runs beside the log.'),
  word(/\bfor ever\b/i, 'without end', 'for ever', 'It is kept for ever.'),
  word(/\banew\b/i, 'again', 'anew', 'The table is made anew.'),
  word(
    /\b(?:whatever|whoever|however (?:many|much|long|often))\b/i,
    'any',
    'whatever, however many',
    'It is removed whatever its state.',
  ),
  word(/(?<!\bthere )\b(?:is|are) no\b(?! longer)/i, 'is not a', 'is no', 'A marker is no event.'),
  word(/\b(?:kept when|promise is kept)\b/i, 'resolves when', 'kept when', 'Kept when the stores respond.'),
  word(
    /(?:^|[.:;] )Answers\b|\banswers? (?:a|an|the|with)\b|\b[Aa]nswered\b/,
    'return, respond',
    'answer with, be answered',
    'Answers the first one.',
  ),
  word(/\b(?:comes?|came) of\b/i, 'follow from', 'come of', 'It says what comes of it.'),
  word(/\bCompany\b/, 'tenant', 'Company', 'The users of a Company.'),
  word(/\bwhom\b/i, 'who', 'whom', 'The user for whom it is.'),
  published(
    /(?<!\.|\b(?:call|that) )\banswers?\b(?!\.\w| (?:a|an|the|with)\b)/i,
    'response, return',
    'answer',
    'The answer has a field.',
  ),
  published(/\bmembers?\b/i, 'field', 'member', 'A missing member is left out.'),
  published(/\brights\b/i, 'permissions', 'rights', 'The rights of the role.'),
  published(/\bbounds?\b(?! to\b)/i, 'limit', 'bound', 'The bound of a body.'),
  published(/\bwhose\b/i, 'with, of which', 'whose', 'A type whose schema is closed.'),
  published(/\bshall\b/i, 'is, must, can', 'shall', 'The place where it shall be.'),
  published(
    /\bof (?:its|their|your|his|her|our) own\b(?! [a-z])/i,
    'its own, separate',
    'of its own',
    'It has a page of its own.',
  ),
  published(/\b(?:the|an) own\b/i, "the caller's own, their own", 'the own', 'A user lists the own sessions.'),
  published(
    /\bafter this page\b/i,
    'what the reader can do, as an imperative',
    'after this page',
    'After this page you know it.',
  ),
  published(
    /\blead(?:s|ing)? a conversation\b/i,
    'hold, handle',
    'lead a conversation',
    'You can lead a conversation.',
  ),
  published(/\b(?:takes?|taken|took) along\b/i, 'include, carry', 'take along', 'It takes along the data.'),
  published(/\bthe line\b(?! of\b)/i, 'the connection, the sentence', 'the line', 'The line stays open.'),
  published(/\bat once\b/i, 'immediately, at the same time', 'at once', 'The key ends at once.'),
  published(/\bso that\b/i, 'so, or a new sentence', 'so that', 'It waits so that nothing is lost.'),
  published(/\bfor good\b/i, 'permanently', 'for good', 'It is removed for good.'),
  published(/\bgood for\b/i, 'valid for', 'good for', 'The URL is good for an hour.'),
  published(/\bgiven again\b/i, 'reused', 'given again', 'An id is not given again.'),
  published(/\b(?:go(?:es)?|went) on\b/i, 'continue', 'go on', 'Other conversations go on.'),
  published(/\bno more\b(?! than\b)/i, 'no longer', 'no more', 'The service knows it no more.'),
  published(/\ba press\b/i, 'a click', 'a press', 'It loads on a press.'),
  published(
    /\b(?:comes?|came) (?:with|back)\b/i,
    'has, includes, return',
    'come with, come back',
    'It comes with a key.',
  ),
  published(/(?:^|[.;:] )Else\b/, 'otherwise', 'else', 'It is sent. Else it waits.'),
  published(/\ba way in\b/i, 'sign-in method', 'way in', 'A change of a way in.'),
  published(/(?<![-\w@])mails?\b(?!\.\w| (?:program|server|provider|app))/i, 'e-mail', 'mail', 'It sends a mail.'),
  published(/\btyping errors?\b/i, 'typo', 'typing error', 'A typing error is found.'),
  published(/\b(?:simply|easy|easily|powerful)\b/i, 'nothing', 'simply, easy, powerful', 'It is easy.'),
];

/** The avoided words of a text, each with the plain one. Comments are read for the words of every place only. */
export const avoidedIn = (text: string, place: Place = 'everywhere'): readonly string[] =>
  avoidedWords
    .filter((each) => each.place === 'everywhere' || place === 'published')
    .flatMap(({ pattern, plain }) => {
      const found = pattern.exec(text)?.[0];
      return found === undefined ? [] : [`"${found}": ${plain}`];
    });
