import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { isMembers } from './members.js';
import type { DataTexts } from './texts.js';

/** An error at one place of the data. */
export interface DataProblem {
  readonly path: readonly string[];
  readonly message: string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that only say that a part of theirs is wrong. */
const ABOUT_PARTS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  '$dynamicRef',
  'if',
  'then',
  'else',
  'dependentSchemas',
];
const MISSING = /required property "(.*)"\.$/s;

/** Errors of the data by the schema of the type. The service has the last word. */
export function problemsOf(schema: JsonSchema, data: unknown, { problems: words }: DataTexts): readonly DataProblem[] {
  let errors: readonly OutputUnit[];
  try {
    errors = new Validator(schema as Schema, '2020-12', false).validate(data).errors;
  } catch {
    return [];
  }
  return errors
    .filter(({ keyword }) => !ABOUT_PARTS.includes(keyword))
    .map((each) => ({ path: placeOf(each), message: wordsOf(each, schema, words) }));
}

function placeOf({ keyword, instanceLocation, error }: OutputUnit): readonly string[] {
  const path = stepsOf(instanceLocation);
  const missing = keyword === 'required' ? MISSING.exec(error)?.[1] : undefined;
  return missing === undefined ? path : [...path, missing];
}

function wordsOf({ keyword, keywordLocation }: OutputUnit, schema: JsonSchema, words: DataTexts['problems']): string {
  const known = Object.hasOwn(words, keyword) ? words[keyword as keyof typeof words] : words.other;
  if (typeof known === 'string') return known;
  const limit = partAt(schema, stepsOf(keywordLocation));
  return limit === undefined ? words.other : known(typeof limit === 'string' ? limit : JSON.stringify(limit));
}

/** The part of a schema that a location names. The location goes on through references. */
function partAt(schema: JsonSchema, steps: readonly string[]): unknown {
  let part: unknown = schema;
  for (const step of steps) {
    part = isMembers(part) || Array.isArray(part) ? (part as Record<string, unknown>)[step] : undefined;
    if (step === '$ref' && typeof part === 'string' && part.startsWith('#')) part = partAt(schema, stepsOf(part));
  }
  return part;
}

/** The steps of a JSON pointer in a fragment: `#/a~1b/0`. */
const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
