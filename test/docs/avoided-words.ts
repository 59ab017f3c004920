/** Words that pages avoid, with the plain word. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\b(told|tells?)\b/i, 'say, name'],
  [/\basked\b/i, 'requested'],
  [/\bso (many|long|much)\b/i, 'at most n'],
  [/\b(stands?|lies) (in|at|on|for)\b/i, 'is'],
  [/\blately\b/i, 'recently'],
  [/\bbesides\b/i, 'in addition'],
  [/\bfor ever\b/i, 'without end'],
  [/\banew\b/i, 'again'],
  [/\b(whatever|whoever|however many)\b/i, 'any'],
  [/\bkept when\b/i, 'a promise resolves when'],
  [/\b(answers? (a|an|the|with)|answered)\b/i, 'return'],
  [/\b(comes?|came) of\b/i, 'follow from'],
  [/\bCompany\b/, 'tenant'],
  [/\bwhom\b/i, 'who'],
];

/** The avoided words of a text, each with the plain one. */
export const avoidedIn = (text: string): readonly string[] =>
  AVOIDED.flatMap(([pattern, plain]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}": ${plain}`];
  });
