// Runs in a process that may be killed at any time. A thread is not enough: if it runs out of memory in native code,
// its whole process ends. From source Node strips the types, so this file imports packages, and others of its kind as
// `.ts`.
import { writeFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { inspectValue, pickValues, readNewValue, readValue, writeValue } from '../../large-data/file-values.ts';
import { mergePatch } from '../../lib/json/merge-patch.ts';
import type { SchemaError, ValidationResult } from '../../ports/process/schema-validator.js';
import { endWithService } from '../../processes/end-with-service.ts';
import type { SystemFailure } from '../../processes/pool-job.js';
import { isSystemError } from '../../processes/system-error.ts';
import {
  type Compiled,
  compiled,
  fieldErrors,
  firstOnly,
  forgetCompiled,
  linear,
  MOST_FAULTS,
  tell,
} from './compiled-schemas.ts';
import { interruptible } from './interruptible.ts';
import type { FileResult, FromChild, ToChild } from './messages.js';

/** Above this many characters of JSON, every fault would be too many faults. */
const LARGE = 262_144;
const LONGEST_PATH = 1_000;

const refuse = (...fieldErrors: SchemaError[]): ValidationResult => ({ ok: false, fieldErrors });

/** Patterns are looked at apart. */
const metaSchema = new Ajv2020({
  strict: false,
  allErrors: true,
  logger: false,
  formats: { ...fullFormats, regex: true },
}).getSchema('https://json-schema.org/draft/2020-12/schema') as ValidateFunction;

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

/** Errors of a value by its schema. An empty schema accepts every value. */
function schemaFaults(digest: string, schema: string, value: unknown): readonly SchemaError[] {
  if (schema === '') return [];
  const check = firstOnly(compiled(digest, schema), schema);
  return check(value) === true ? [] : fieldErrors(check);
}

type Write = NonNullable<(ToChild & { kind: 'file' })['write']>;

/** A new value, or a value after a merge patch. The child inspects the new parts. */
function written(
  { digest, schema, file }: Pick<ToChild & { kind: 'file' }, 'digest' | 'schema' | 'file'>,
  write: Write,
): FileResult {
  const { value: given, changed } = readNewValue(file);
  const { depth, members, text } = inspectValue(given, write.maxDepth, write.searchedText);
  if (depth > write.maxDepth) return { ok: false, reason: 'too_deep' };
  const unstorable = [...members, ...changed].slice(0, MOST_FAULTS);
  if (unstorable.length > 0) return { ok: false, reason: 'unstorable', members: unstorable };
  const value = write.base ? mergePatch(readValue(write.base), given) : given;
  const faults = schemaFaults(digest, schema, value);
  if (faults.length > 0) return { ok: false, reason: 'invalid', fieldErrors: faults };
  const searched = write.base ? inspectValue(value, write.maxDepth, write.searchedText).text : text;
  const kept = writeValue(value, write.target, write.maxBytes);
  return kept ? { ok: true, ...kept, text: searched } : { ok: false, reason: 'too_long' };
}

function onFile({ digest, schema, file, write }: ToChild & { kind: 'file' }): FileResult | SystemFailure {
  try {
    if (write) return written({ digest, schema, file }, write);
    const faults = schemaFaults(digest, schema, readValue(file));
    return faults.length > 0 ? { ok: false, reason: 'invalid', fieldErrors: faults } : { ok: true };
  } catch (error) {
    if (isSystemError(error)) return { failure: error.message };
    if (error instanceof SyntaxError) return { ok: false, reason: 'malformed' };
    if ((error as { code?: string }).code === 'ERR_STRING_TOO_LONG') return { ok: false, reason: 'too_long' };
    return { ok: false, reason: 'invalid', fieldErrors: [tooComplex] };
  }
}

/** A value that was kept is JSON; its file may be damaged. */
function pick({ file, paths, mostBytes }: ToChild & { kind: 'pick' }): FileResult | SystemFailure {
  try {
    return { ok: true, ...pickValues(readValue(file), paths, mostBytes) };
  } catch (error) {
    if (isSystemError(error)) return { failure: error.message };
    return { ok: false, reason: 'malformed' };
  }
}

/** A job that holds a file open is not interrupted. */
function done(job: ToChild): FromChild {
  switch (job.kind) {
    case 'schema':
      return interruptible(() => validateSchema(job));
    case 'value':
      return interruptible(() => validate(job));
    case 'file':
      return onFile(job);
    case 'pick':
      return pick(job);
  }
}

/** V8's own figure counts more than what the old space may hold. */
const memory = Number(process.argv[2] ?? 256) * 1_048_576;

/** Where the machine runs out of memory, this process ends and not the service. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems than Linux have no such file.
}

/** Memory that a job leaves is cleaned up before its answer: if this process runs out of memory, it does so for that job. */
function tidy(): void {
  if (getHeapStatistics().used_heap_size < memory / 2) return;
  globalThis.gc?.();
  if (getHeapStatistics().used_heap_size < memory / 4) return;
  forgetCompiled();
  globalThis.gc?.();
}

endWithService();
process.on('message', (job: ToChild) => {
  const result = done(job);
  if (result === 'interrupted') forgetCompiled();
  tidy();
  tell(result);
});
tell('ready');
