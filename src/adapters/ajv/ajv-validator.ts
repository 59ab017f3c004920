import { hash } from 'node:crypto';
import type { SchemaError, SchemaValidator, ValidationResult } from '../../ports/schema-validator.js';
import { childPool, type PoolBounds } from './child-pool.js';
import { gate } from './schema-gate.js';

export interface ValidatorBounds extends PoolBounds {
  readonly validateMs: number;
  /** Characters of JSON that earn a value one more millisecond … */
  readonly charsPerMs: number;
  /** … up to this. */
  readonly validateMostMs: number;
}

const BOUNDS: ValidatorBounds = {
  children: 2,
  compileMs: 1_000,
  validateMs: 1_000,
  charsPerMs: 4_096,
  validateMostMs: 10_000,
  startMs: 10_000,
  memoryMiB: 256,
  waiting: 1_000,
  waitingSize: 67_108_864,
  waitingSlow: 20,
};

const MOST_FAULTS = 100;
const MOST_KNOWN = 1_000;

const refuse = (...fieldErrors: readonly SchemaError[]): ValidationResult => ({
  ok: false,
  fieldErrors: fieldErrors.slice(0, MOST_FAULTS),
});

type Json = { readonly text: string } | { readonly fault: SchemaError };

/** Compact JSON. `overflow` names the fault of what nests too deep, or is too long, to be written at all. */
function compact(value: unknown, overflow: string): Json {
  try {
    const text: string | undefined = JSON.stringify(value);
    return text === undefined ? { fault: { path: '', keyword: 'not_json' } } : { text };
  } catch (error) {
    return { fault: { path: '', keyword: error instanceof RangeError ? overflow : 'not_json' } };
  }
}

export function ajvValidator(changed: Partial<ValidatorBounds> = {}): SchemaValidator {
  const bounds = { ...BOUNDS, ...changed };
  const pool = childPool(bounds);
  /** Digests of schemas that passed the gate. */
  const passed = new Set<string>();

  function passes(schema: unknown, text: string, digest: string): boolean {
    if (passed.has(digest)) return true;
    if (gate(schema, text).fieldErrors.length > 0) return false;
    if (passed.size === MOST_KNOWN) passed.clear();
    passed.add(digest);
    return true;
  }

  const validateMs = (chars: number) => Math.min(bounds.validateMs + chars / bounds.charsPerMs, bounds.validateMostMs);

  return {
    async validateSchema(schema) {
      const json = compact(schema, 'too_deep');
      if ('fault' in json) return refuse(json.fault);
      const { fieldErrors, patterns } = gate(schema, json.text);
      if (!patterns) return refuse(...fieldErrors);
      const digest = hash('sha256', json.text);
      const message = { kind: 'schema', digest, schema: json.text, patterns, sound: fieldErrors.length === 0 } as const;
      const verdict = await pool.run(digest, message, bounds.validateMs);
      if (fieldErrors.length === 0 || (!verdict.ok && verdict.slow)) return verdict;
      return refuse(...fieldErrors, ...(verdict.ok ? [] : verdict.fieldErrors));
    },

    async validate(schema, value) {
      const json = compact(schema, 'too_deep');
      if ('fault' in json) return refuse({ path: '', keyword: 'schema' });
      const digest = hash('sha256', json.text);
      if (!passes(schema, json.text, digest)) return refuse({ path: '', keyword: 'schema' });
      const data = compact(value, 'too_complex');
      if ('fault' in data) return refuse(data.fault);
      const message = { kind: 'value', digest, schema: json.text, value: data.text } as const;
      return pool.run(digest, message, validateMs(data.text.length));
    },

    close: pool.close,
  };
}
