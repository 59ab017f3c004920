// Runs in a process that may be killed at any time: a thread would not do, for one that runs out of memory in native
// code takes its process with it. From source Node strips the types, so this file imports packages only.
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RE2JS } from 're2js';
import type { SchemaError, ValidationResult } from '../../ports/schema-validator.js';
import type { FromChild, ToChild } from './messages.js';

const MOST_FAULTS = 100;
const MOST_COMPILED = 200;
/** Above this many characters of JSON, every fault would be too many faults. */
const LARGE = 262_144;
const LONGEST_PATH = 1_000;
const LONGEST_DETAILS = 1_000;

const tell = (message: FromChild) => process.send?.(message);
const refuse = (...fieldErrors: SchemaError[]): ValidationResult => ({ ok: false, fieldErrors });

/** Escapes that mean themselves: the `u` flag forbids them, many write them, re2 takes them. */
const PLAIN_ESCAPE = /[-_"'@#%&,:;<>=~`! ]/;

/** A pattern that JavaScript and re2 both know and read alike. @throws SyntaxError or re2's own */
function linear(pattern: string): RE2JS {
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

/** Patterns are looked at apart. */
const metaSchema = new Ajv2020({
  strict: false,
  allErrors: true,
  logger: false,
  formats: { ...fullFormats, regex: true },
}).getSchema('https://json-schema.org/draft/2020-12/schema') as ValidateFunction;

interface Compiled {
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

function compiled(digest: string, text: string): Compiled {
  const known = cache.get(digest);
  if (known) return remember(digest, known);
  tell('compiling');
  const made = { all: compile(text, true) };
  tell('compiled');
  return remember(digest, made);
}

/** A very broad schema can't be compiled to stop early: ajv nests a block for each property then. */
function firstOnly(entry: Compiled, text: string): ValidateFunction {
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

/** `if` only says that `then` or `else` did not hold, which tell their own faults. */
function fieldErrors(validate: ValidateFunction): readonly SchemaError[] {
  const told = new Map<string, SchemaError>();
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'if') continue;
    const found = fault(error);
    told.set(JSON.stringify(found), found);
    if (told.size === MOST_FAULTS) break;
  }
  validate.errors = null;
  return [...told.values()];
}

/** The meta-schema says the same thing of one place in several ways; the first is the plainest. */
function onePerPath(found: readonly SchemaError[]): readonly SchemaError[] {
  const told = new Set<string>();
  return found.filter(({ path }) => !told.has(path) && told.add(path));
}

const tooComplex: SchemaError = { path: '', keyword: 'too_complex' };

function patternFaults(
  patterns: readonly { readonly path: string; readonly pattern: string }[],
): readonly SchemaError[] {
  return patterns.flatMap(({ path, pattern }) => {
    try {
      linear(pattern);
      return [];
    } catch (error) {
      return [{ path, keyword: 'pattern', details: { reason: String((error as Error).message).slice(0, 200) } }];
    }
  });
}

/** The trial: a schema that can't judge `{}` in time, which is what absent data are judged as, is of no use. */
function validateSchema({ digest, schema, patterns, sound }: ToChild & { kind: 'schema' }): ValidationResult {
  tell('compiling');
  metaSchema(JSON.parse(schema));
  const found = [...onePerPath(fieldErrors(metaSchema)), ...patternFaults(patterns)];
  if (found.length > 0) return refuse(...found.slice(0, MOST_FAULTS));
  if (!sound) return { ok: true };
  try {
    compiled(digest, schema).all({});
    return { ok: true };
  } catch (error) {
    if (error instanceof RangeError) return refuse(tooComplex);
    return refuse({
      path: '',
      keyword: 'invalid',
      details: { reason: String((error as Error).message).slice(0, 200) },
    });
  }
}

function forbiddenKey(root: unknown): SchemaError | undefined {
  const open = [{ value: root, path: '' }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [key, value] of Object.entries(at.value as object)) {
      const path = at.path === '' ? key : `${at.path}.${key}`;
      if (key === '__proto__') return { path: path.slice(0, LONGEST_PATH), keyword: 'forbidden_key' };
      if (typeof value === 'object' && value !== null) open.push({ value, path });
    }
  }
  return undefined;
}

function validate({ digest, schema, value }: ToChild & { kind: 'value' }): ValidationResult {
  let entry: Compiled;
  try {
    entry = compiled(digest, schema);
  } catch {
    return refuse({ path: '', keyword: 'schema' });
  }
  try {
    const data: unknown = JSON.parse(value);
    const forbidden = value.includes('"__proto__":') ? forbiddenKey(data) : undefined;
    if (forbidden) return refuse(forbidden);
    const validate = value.length > LARGE ? firstOnly(entry, schema) : entry.all;
    return validate(data) === true ? { ok: true } : refuse(...fieldErrors(validate));
  } catch {
    return refuse(tooComplex);
  }
}

/** V8's own figure counts more than what the old space may hold. */
const memory = Number(process.argv[2] ?? 256) * 1_048_576;

/** State of earlier schemas must not leak into a later one. */
function tidy(): void {
  if (getHeapStatistics().used_heap_size < memory / 2) return;
  globalThis.gc?.();
  if (getHeapStatistics().used_heap_size > memory / 4) cache.clear();
}

/** When the parent dies while a job runs, no event is heard here: a thread looks after that. */
const orphaned = `setInterval(() => process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL'), 1000)`;
new Worker(orphaned, { eval: true }).unref();

process.on('disconnect', () => process.exit());
/** A terminal sends Ctrl-C to the child too; the parent decides about running jobs. */
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('message', (job: ToChild) => {
  tell(job.kind === 'schema' ? validateSchema(job) : validate(job));
  tidy();
});
tell('ready');
