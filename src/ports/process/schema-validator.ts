import { token } from '../../kernel/token.js';
import type { Priority } from './priority.js';

/** An error and its place: a dotted path from the root of the value, '' for the root. A missing or unknown property is named itself. */
export interface SchemaError {
  readonly path: string;
  readonly keyword: string;
  readonly details?: Record<string, unknown>;
}

/** `slow`: validation took too long and was ended; the one error is `too_slow`. */
export type ValidationResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fieldErrors: readonly SchemaError[]; readonly slow?: true };

/**
 * Validates schemas and data of tenants without blocking or ending the process. Tenants take turns.
 * The keyword of an error is the schema's own (`type`, `required`, …) or one of
 * - of a schema: `too_large`, `too_deep`, `forbidden_key`, `draft`, `unsupported`, `remote_ref`, `unresolved_ref`, `endless_ref`, `invalid`;
 * - of a value: `forbidden_key`, `not_json`, `schema` (the schema itself is not accepted);
 * - of both: `too_complex`, `too_slow`.
 * A result has at most 100 errors; of a value above 256 Ki characters only the first.
 */
export interface SchemaValidator {
  /**
   * Whether a schema is accepted: an object of draft 2020-12 whose references stay inside it.
   * @throws StoreUnavailable when too much waits
   */
  validateSchema(tenantId: string, schema: unknown): Promise<ValidationResult>;
  /**
   * @param priority `background` for values that no request waits for. Default: interactive.
   * @throws StoreUnavailable when too much waits
   */
  validate(tenantId: string, schema: unknown, value: unknown, priority?: Priority): Promise<ValidationResult>;
  /** Everything that waits is refused. */
  close(): Promise<void>;
}

export const SCHEMA_VALIDATOR = token<SchemaValidator>('SchemaValidator');
