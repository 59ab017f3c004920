import { parsed } from './request.ts';

const WIDTH = 84;
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Digits that every number of JavaScript keeps. */
const KEPT_DIGITS = 15;

export type Literal = (value: unknown) => string;

export interface Style {
  readonly leaf: Literal;
  readonly key: Literal;
  /** After the last member of several lines. */
  readonly comma: string;
  /** Inside the braces of one line. */
  readonly pad: string;
  /** Indent of a level. Default: two spaces. */
  readonly step?: string;
}

/** A list or an object on one line where it fits behind `before` columns, else with a member a line. */
export function layout(value: unknown, style: Style, indent: string, before: number): string {
  const { leaf, key, comma, pad, step = '  ' } = style;
  if (value === null || typeof value !== 'object') return leaf(value);
  const isList = Array.isArray(value);
  const inner = `${indent}${step}`;
  const parts = Object.entries(value).map(([name, each]) => {
    const start = isList ? '' : `${key(name)}: `;
    return `${start}${layout(each, style, inner, inner.length + start.length)}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const space = isList ? '' : pad;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + before <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}${comma}\n${indent}${close}`;
}

const asJson: Literal = (value) => JSON.stringify(value);

/** JSON as a reader writes it: short objects on one line. */
export const jsonText = (value: unknown): string =>
  layout(value, { leaf: asJson, key: asJson, comma: '', pad: '' }, '', 0);

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' };

/** A string in single quotes. Characters that no reader sees are escaped, by `escapeOf` those over four digits. */
export const quoted = (text: string, escapeOf: (hex: string) => string): string =>
  `'${text.replace(/['\\]|\p{Cc}|\p{Cs}|\p{Cf}|\u2028|\u2029/gu, (char) => {
    const hex = char.codePointAt(0)!.toString(16).padStart(4, '0');
    return escapes[char] ?? (hex.length > 4 ? escapeOf(hex) : `\\u${hex}`);
  })}'`;

/** A string of TypeScript. */
export const stringLiteral = (text: string): string => quoted(text, (hex) => `\\u{${hex}}`);

const keyLiteral: Literal = (name) => {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(String(name)) ? String(name) : stringLiteral(String(name));
};
const asLiteral: Literal = (value) => (typeof value === 'string' ? stringLiteral(value) : String(value));

/** A value of JSON as an expression of TypeScript, behind `before` columns. */
export const expression = (value: unknown, indent: string, before: number): string =>
  layout(value, { leaf: asLiteral, key: keyLiteral, comma: ',', pad: ' ' }, indent, before);

function keepsNumber(token: string): boolean {
  const digits = token
    .replace(/e.*/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  const value = Number(token);
  return Number.isFinite(value) && digits.length <= KEPT_DIGITS && (value !== 0 || digits === '');
}

/** Whether a text is JSON that JavaScript writes with the same meaning: it rounds long numbers and drops members. */
export function isExactJson(text: string): boolean {
  const value = parsed(text);
  if (value === undefined) return false;
  const tokens = text.match(STRINGS_AND_NUMBERS) ?? [];
  const again = JSON.stringify(value).match(STRINGS_AND_NUMBERS) ?? [];
  return tokens.length === again.length && tokens.every((token) => token.startsWith('"') || keepsNumber(token));
}
