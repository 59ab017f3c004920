// Runs in the validator's process, which from source knows packages and Node alone.
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RE2JS } from 're2js';
import type { SchemaError } from '../../ports/process/schema-validator.js';
import type { FromChild } from './messages.js';

export const MOST_FAULTS = 100;
const MOST_COMPILED = 200;
const LONGEST_PATH = 1_000;
const LONGEST_DETAILS = 1_000;

export const tell = (message: FromChild) => process.send?.(message);

/** Escapes that mean themselves: the `u` flag forbids them, many write them, re2 takes them. */
const PLAIN_ESCAPE = /[-_"'@#%&,:;<>=~`! ]/;

/** A pattern that JavaScript and re2 both know and read alike. @throws SyntaxError or re2's own */
export function linear(pattern: string): RE2JS {
  const strict = pattern.replace(/\\([\s\S])/g, (pair, escaped: string) => {
    if (escaped === 'k') throw new SyntaxError('back reference');
    return PLAIN_ESCAPE.test(escaped) ? 'x' : pair;
  });
  new RegExp(strict, 'u');
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}

const engine = (pattern: string) => {
  const compiled = linear(pattern);
  return { test: (text: string) => compiled.test(text), toString: () => pattern };
};
engine.code = 'linear';

const options: Options = {
  strict: false,
  validateSchema: false,
  meta: false,
  inlineRefs: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  messages: false,
  logger: false,
  formats: fullFormats,
  code: { regExp: engine, optimize: false },
};

export interface Compiled {
  readonly all: ValidateFunction;
  /** Stops at the first fault. */
  first?: ValidateFunction;
}
const cache = new Map<string, Compiled>();

/** An Ajv of its own for each, or what one leaves behind would pile up. */
function compile(text: string, allErrors: boolean): ValidateFunction {
  const { $id, $schema, ...schema } = JSON.parse(text) as Record<string, unknown>;
  return new Ajv2020({ ...options, allErrors }).compile(schema);
}

function remember(digest: string, compiled: Compiled): Compiled {
  cache.delete(digest);
  cache.set(digest, compiled);
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_COMPILED) break;
    cache.delete(oldest);
  }
  return compiled;
}

export function compiled(digest: string, text: string): Compiled {
  const known = cache.get(digest);
  if (known) return remember(digest, known);
  tell('compiling');
  const made = { all: compile(text, true) };
  tell('compiled');
  return remember(digest, made);
}

/** A very broad schema can't be compiled to stop early: ajv nests a block for each property then. */
export function firstOnly(entry: Compiled, text: string): ValidateFunction {
  if (entry.first) return entry.first;
  tell('compiling');
  try {
    entry.first = compile(text, false);
  } catch {
    entry.first = entry.all;
  }
  tell('compiled');
  return entry.first;
}

const NAMES_IT = [
  'missingProperty',
  'additionalProperty',
  'unevaluatedProperty',
  'propertyName',
] as const satisfies readonly string[];

function fault({ instancePath, keyword, params, propertyName }: ErrorObject): SchemaError {
  const parts = instancePath.split('/').slice(1);
  const path = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = NAMES_IT.map((name) => params[name]).find((name) => typeof name === 'string') ?? propertyName;
  if (typeof named === 'string') path.push(named);
  const details = JSON.stringify(params).length <= LONGEST_DETAILS ? { details: params } : {};
  return {
    path: path.join('.').slice(0, LONGEST_PATH),
    keyword: keyword === 'false schema' ? 'false' : keyword,
    ...details,
  };
}

/** Skips `if`: its error only says that `then` or `else` failed, and those report their own errors. */
export function fieldErrors(validate: ValidateFunction): readonly SchemaError[] {
  const distinct = new Map<string, SchemaError>();
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'if') continue;
    const found = fault(error);
    distinct.set(JSON.stringify(found), found);
    if (distinct.size === MOST_FAULTS) break;
  }
  validate.errors = null;
  return [...distinct.values()];
}

/** State of earlier schemas must not leak into a later one. */
export const forgetCompiled = (): void => cache.clear();
