/** The place where a text stops being JSON, from line 1 and column 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

const SPACE = '[ \\t\\r\\n]*';
const piece = (source: string) => new RegExp(SPACE + source, 'y');
const STRING = piece('"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[\\da-fA-F]{4}))*"');
const LITERAL = piece('(?:-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)(?![\\w.])');
const OBJECT = piece('\\{');
const OBJECT_END = piece('\\}');
const LIST = piece('\\[');
const LIST_END = piece('\\]');
const COMMA = piece(',');
const COLON = piece(':');
const NOTHING = piece('');

/** Undefined: the text is JSON. Browsers differ in what they say about a fault, and some say no place. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const before = text.slice(0, endOfJson(text)).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
}

/** The index of the first character that cannot follow the text before it. */
function endOfJson(text: string): number {
  let at = 0;
  const has = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  };
  const items = (end: RegExp, item: () => boolean): boolean => {
    if (has(end)) return true;
    do {
      if (!item()) return false;
    } while (has(COMMA));
    return has(end);
  };
  const member = (): boolean => has(STRING) && has(COLON) && value();
  const value = (): boolean =>
    has(OBJECT) ? items(OBJECT_END, member) : has(LIST) ? items(LIST_END, value) : has(STRING) || has(LITERAL);
  try {
    value();
  } catch {
    // Too deep for the stack: the place so far is near enough.
  }
  has(NOTHING);
  return at;
}
