import type { FieldErrorCode } from '../catalogue/errors/field-errors.js';
import type { RejectionCode } from '../catalogue/errors/rejections.js';

/** One thing that is wrong, and where: `participants.0.display_name` from the body's root. */
export interface FieldError {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal, as the caller is told it. */
export class Rejection extends Error {
  constructor(
    readonly code: RejectionCode,
    readonly fieldErrors: readonly FieldError[] = [],
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
  }
}

export const reject = (code: RejectionCode, details?: Readonly<Record<string, unknown>>): never => {
  throw new Rejection(code, [], details);
};

/** Refuses because of what stands at `path` in the request. */
export const rejectAt = (
  path: string,
  code: FieldErrorCode,
  details?: Readonly<Record<string, unknown>>,
  as: RejectionCode = 'errors.validation.failed',
): never => {
  throw new Rejection(as, [{ path, code, ...(details ? { details } : {}) }]);
};
