import { hash } from 'node:crypto';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import type { SchemaError, SchemaValidator, ValidationResult } from '../../ports/process/schema-validator.js';
import { gate } from './schema-gate.js';
import { type ValidationPoolBounds, validationPool } from './validation-pool.js';

export interface ValidatorBounds extends ValidationPoolBounds {
  readonly validateMs: number;
  /** Characters of JSON for which a value gets one more millisecond. */
  readonly charsPerMs: number;
  /** Longest time for a value of any size. */
  readonly validateMostMs: number;
}

const MiB = 1_048_576;

const BOUNDS: ValidatorBounds = {
  children: 2,
  compileMs: 1_000,
  validateMs: 1_000,
  charsPerMs: 4_096,
  validateMostMs: 10_000,
  startMs: 10_000,
  memoryMiB: 256,
  waiting: { total: 1_000, perTenant: 500 },
  waitingBytes: { total: 64 * MiB, perTenant: 48 * MiB },
  waitingSlow: 20,
};

const MOST_FAULTS = 100;

const refuse = (...fieldErrors: readonly SchemaError[]): ValidationResult => ({
  ok: false,
  fieldErrors: fieldErrors.slice(0, MOST_FAULTS),
});

type Json = { readonly text: string } | { readonly fault: SchemaError };

/** Compact JSON. `overflow` is the keyword of the error for a value that nests too deep or is too long to be written. */
function compact(value: unknown, overflow: string): Json {
  try {
    const text: string | undefined = JSON.stringify(value);
    return text === undefined ? { fault: { path: '', keyword: 'not_json' } } : { text };
  } catch (error) {
    return { fault: { path: '', keyword: error instanceof RangeError ? overflow : 'not_json' } };
  }
}

export interface AjvValidator extends SchemaValidator {
  /** Validations that wait for a process. */
  readonly waiting: number;
}

export function ajvValidator(launcher: ProcessLauncher, changed: Partial<ValidatorBounds> = {}): AjvValidator {
  const bounds = { ...BOUNDS, ...changed };
  const pool = validationPool(launcher, bounds);
  /** Digests of schemas that passed the gate. */
  const passed = lruCache<string, true>({ bytes: cacheBudgets.schemaDigests });

  function passes(schema: unknown, text: string, digest: string): boolean {
    if (passed.get(digest)) return true;
    if (gate(schema, text).fieldErrors.length > 0) return false;
    passed.set(digest, true);
    return true;
  }

  const validateMs = (chars: number) => Math.min(bounds.validateMs + chars / bounds.charsPerMs, bounds.validateMostMs);

  return {
    get waiting() {
      return pool.waiting;
    },

    async validateSchema(tenantId, schema) {
      const json = compact(schema, 'too_deep');
      if ('fault' in json) return refuse(json.fault);
      const { fieldErrors, patterns } = gate(schema, json.text);
      if (!patterns) return refuse(...fieldErrors);
      const digest = hash('sha256', json.text);
      const message = { kind: 'schema', digest, schema: json.text, patterns, sound: fieldErrors.length === 0 } as const;
      const work = { tenantId, priority: 'interactive', message, validateMs: bounds.validateMs } as const;
      const result = (await pool.run(work)) as ValidationResult;
      if (fieldErrors.length === 0 || (!result.ok && result.slow)) return result;
      return refuse(...fieldErrors, ...(result.ok ? [] : result.fieldErrors));
    },

    async validate(tenantId, schema, value, priority = 'interactive') {
      const json = compact(schema, 'too_deep');
      if ('fault' in json) return refuse({ path: '', keyword: 'schema' });
      const digest = hash('sha256', json.text);
      if (!passes(schema, json.text, digest)) return refuse({ path: '', keyword: 'schema' });
      const data = compact(value, 'too_complex');
      if ('fault' in data) return refuse(data.fault);
      const message = { kind: 'value', digest, schema: json.text, value: data.text } as const;
      return (await pool.run({
        tenantId,
        priority,
        message,
        validateMs: validateMs(data.text.length),
      })) as ValidationResult;
    },

    close: pool.close,
  };
}
