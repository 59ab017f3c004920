import { cutText } from './cut-text.js';
import { member } from './value-at.js';

/** A template is text with placeholders `{{ path.to.value }}`, and nothing else: no logic, no code. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly name: string }
  | { readonly kind: 'fault'; readonly text: string; readonly at: number };

export interface TemplateError {
  /** Index of its `{{`. */
  readonly at: number;
  /** The beginning of the faulty text. */
  readonly text: string;
}

export interface Rendered {
  readonly text: string;
  /** Placeholders without a value; they were rendered empty. */
  readonly missing: readonly string[];
}

const OPEN = '{{';
const CLOSE = '}}';
const SEGMENT = /^[\p{L}\p{M}\p{N}_$-]+$/u;
const FAULT_LENGTH = 50;
/** No data nest deeper. */
const MOST_SEGMENTS = 64;
const MOST_RENDERED = 1_048_576;

/** The members of a path, in order; undefined when the text is not a path. */
export function segments(path: string): readonly string[] | undefined {
  const names = path.split('.');
  const fine = names.length <= MOST_SEGMENTS && names.every((name) => SEGMENT.test(name) && name !== '__proto__');
  return fine ? names : undefined;
}

function* parts(template: string): Generator<Part> {
  let done = 0;
  for (let at = template.indexOf(OPEN); at >= 0; at = template.indexOf(OPEN, done)) {
    if (at > done) yield { kind: 'text', text: template.slice(done, at) };
    const close = template.indexOf(CLOSE, at + OPEN.length);
    done = close < 0 ? template.length : close + CLOSE.length;
    const name = template.slice(at + OPEN.length, close < 0 ? undefined : close).trim();
    if (close >= 0 && segments(name)) yield { kind: 'placeholder', name };
    else yield { kind: 'fault', text: template.slice(at, done), at };
  }
  if (done < template.length) yield { kind: 'text', text: template.slice(done) };
}

/** The names in order, each once, and an error for each text between braces that is not a dotted path. */
export function placeholders(template: string): {
  readonly names: readonly string[];
  readonly fieldErrors: readonly TemplateError[];
} {
  const names = new Set<string>();
  const fieldErrors: TemplateError[] = [];
  for (const part of parts(template)) {
    if (part.kind === 'placeholder') names.add(part.name);
    else if (part.kind === 'fault') fieldErrors.push({ at: part.at, text: part.text.slice(0, FAULT_LENGTH) });
  }
  return { names: [...names], fieldErrors };
}

/** Data of which the values at some paths alone are known. */
export class ValuesByPath {
  constructor(private readonly values: ReadonlyMap<string, unknown>) {}

  at(path: string): unknown {
    return this.values.get(path);
  }
}

/** Value at a dotted path: own members, list elements by number; undefined where there is none. */
export const valueAt = (data: unknown, path: string): unknown =>
  data instanceof ValuesByPath ? data.at(path) : segments(path)?.reduce(member, data);

/** Each placeholder with its raw value; those without one are left out. `extras` come before the data. */
export function templateData(
  template: string,
  data: unknown,
  extras: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const found = placeholders(template).names.map(
    (name) => [name, Object.hasOwn(extras, name) ? extras[name] : valueAt(data, name)] as const,
  );
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * The template with what `write` gives for each placeholder. `tag` is the literal text of the tag that the placeholder
 * is in, from its `<` on; empty outside tags. The template is clean HTML, in which a `<` begins a tag and nothing else.
 */
export function filled(template: string, write: (name: string, tag: string) => string): string {
  let text = '';
  let tag = '';
  for (const part of parts(template)) {
    if (part.kind === 'placeholder') {
      text += write(part.name, tag);
      continue;
    }
    text += part.text;
    const open = part.text.lastIndexOf('<');
    tag = open >= 0 ? part.text.slice(open) : tag && tag + part.text;
    if (tag.includes('>')) tag = '';
  }
  return text;
}

/** A value as text: lists and objects as JSON, null and a missing value as nothing. */
export const written = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Values by placeholder, as `templateData` makes them; `escapeText` is for the place the text goes to. Lists and objects
 * are written as JSON, null as nothing. Text beyond `most` characters is cut off.
 */
export function render(
  template: string,
  values: Readonly<Record<string, unknown>>,
  escapeText: (text: string) => string,
  most = MOST_RENDERED,
): Rendered {
  const missing = new Set<string>();
  const escaped = new Map<string, string>();
  let text = '';
  for (const part of parts(template)) {
    if (text.length >= most) break;
    if (part.kind !== 'placeholder') {
      text += part.text;
      continue;
    }
    const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined;
    if (value === undefined) missing.add(part.name);
    const known = escaped.get(part.name) ?? escapeText(written(value));
    escaped.set(part.name, known);
    text += known;
  }
  return { text: cutText(text, most), missing: [...missing] };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
