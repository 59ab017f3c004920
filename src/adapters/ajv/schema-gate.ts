import { formatNames } from 'ajv-formats/dist/formats.js';
import { limits } from '../../catalogue/limits/limits.js';
import type { SchemaError } from '../../ports/process/schema-validator.js';
import { refErrors } from './schema-refs.js';
import { isObject, type Place, subschemas, within } from './subschemas.js';

export interface Located {
  readonly path: string;
  readonly pattern: string;
}

/** Checks of a schema that need no compilation. */
export interface SchemaFindings {
  readonly fieldErrors: readonly SchemaError[];
  /** To be compiled by who can be killed. Absent: what was found forbids to look any further. */
  readonly patterns?: readonly Located[];
}

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const FORMATS: ReadonlySet<string> = new Set(formatNames);
/** Keywords of other drafts or of ajv itself. A validator that ignores or obeys them contradicts the draft. */
const UNSUPPORTED = [
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$async',
  'additionalItems',
  'nullable',
];

/** Checks depth and forbidden keys of the whole JSON, also of parts that are not schemas. */
function shapeFaults(root: object): readonly SchemaError[] {
  const fieldErrors: SchemaError[] = [];
  const open = [{ value: root, path: '', depth: 1 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.depth > limits.schemaDepth) {
      fieldErrors.push({ path: at.path, keyword: 'too_deep', details: { limit: limits.schemaDepth } });
      continue;
    }
    for (const [key, value] of Object.entries(at.value)) {
      const path = within(at.path, key);
      if (key === '__proto__') fieldErrors.push({ path, keyword: 'forbidden_key' });
      else if (typeof value === 'object' && value !== null) open.push({ value, path, depth: at.depth + 1 });
    }
  }
  return fieldErrors;
}

function wordFaults(schema: Record<string, unknown>, path: string): readonly SchemaError[] {
  const fieldErrors: SchemaError[] = UNSUPPORTED.filter((word) => Object.hasOwn(schema, word)).map((word) => ({
    path: within(path, word),
    keyword: 'unsupported',
  }));
  if (schema.$schema !== undefined && schema.$schema !== DRAFT)
    fieldErrors.push({ path: within(path, '$schema'), keyword: 'draft', details: { expected: DRAFT } });
  if (schema.$id !== undefined && path !== '') fieldErrors.push({ path: within(path, '$id'), keyword: 'unsupported' });
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format))
    fieldErrors.push({ path: within(path, 'format'), keyword: 'format', details: { known: formatNames } });
  return fieldErrors;
}

function* patterns(schema: Record<string, unknown>, path: string): Generator<Located> {
  if (typeof schema.pattern === 'string') yield { path: within(path, 'pattern'), pattern: schema.pattern };
  if (!isObject(schema.patternProperties)) return;
  for (const pattern of Object.keys(schema.patternProperties))
    yield { path: within(within(path, 'patternProperties'), pattern), pattern };
}

/** The cheap part of judging a schema, for the main thread: `text`, its compact JSON, bounds all work. */
export function gate(schema: unknown, text: string): SchemaFindings {
  if (!isObject(schema)) return { fieldErrors: [{ path: '', keyword: 'type', details: { type: 'object' } }] };
  if (Buffer.byteLength(text) > limits.schemaBytes)
    return { fieldErrors: [{ path: '', keyword: 'too_large', details: { limit: limits.schemaBytes } }] };
  const shape = shapeFaults(schema);
  if (shape.length > 0) return { fieldErrors: shape };

  const places: [Place, Place?][] = [[{ schema, path: '', pointer: '', inPlace: false }]];
  const fieldErrors: SchemaError[] = [];
  const found: Located[] = [];
  for (const [place] of places) {
    if (isObject(place.schema)) {
      fieldErrors.push(...wordFaults(place.schema, place.path));
      found.push(...patterns(place.schema, place.path));
    }
    for (const inner of subschemas(place)) places.push([inner, place]);
  }
  return { fieldErrors: [...fieldErrors, ...refErrors(places)], patterns: found };
}
