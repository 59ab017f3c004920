import { token } from '../kernel/token.js';
/** What is wrong, and where: dotted from the judged value's root, '' for the root; a missing or unknown property is named itself. */
export interface SchemaError {
  readonly path: string;
  readonly keyword: string;
  readonly details?: Record<string, unknown>;
}

/** `slow`: it took longer than anything here may take; the one fault says `too_slow`. */
export type ValidationResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fieldErrors: readonly SchemaError[]; readonly slow?: true };

/**
 * Judges what tenants send, schemas and data, without ever blocking or ending the process.
 * A fault's keyword is the schema's own (`type`, `required`, …) or one of
 * - of a schema: `too_large`, `too_deep`, `forbidden_key`, `draft`, `unsupported`, `remote_ref`, `unresolved_ref`, `endless_ref`, `invalid`;
 * - of a value: `forbidden_key`, `not_json`, `schema` (the schema itself is none we take);
 * - of both: `too_complex`, `too_slow`.
 * At most 100 faults are told, of a value above 256 Ki characters the first.
 */
export interface SchemaValidator {
  /**
   * Is this a schema we take: an object, of draft 2020-12, whose references stay inside it?
   * @throws StoreUnavailable when too much is waiting
   */
  validateSchema(schema: unknown): Promise<ValidationResult>;
  /** @throws StoreUnavailable when too much is waiting */
  validate(schema: unknown, value: unknown): Promise<ValidationResult>;
  /** What is still waiting is refused. */
  close(): Promise<void>;
}

export const SCHEMA_VALIDATOR = token<SchemaValidator>('SchemaValidator');
