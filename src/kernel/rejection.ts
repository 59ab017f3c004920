import type { FieldErrorCode } from '../catalogue/error-texts/field-errors.js';
import type { RejectionCode } from '../catalogue/errors/rejections.js';

/** One thing that is wrong, and where: `participants.0.display_name` from the body's root. */
export interface FieldError {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A response lists at most this many field errors (contract 1). */
export const MAX_FIELD_ERRORS = 100;
/** Longer paths and texts of details are cut. */
export const MAX_LENGTH = 200;

const cut = (text: string): string => (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH).toWellFormed() : text);

const cutDetails = (details: NonNullable<FieldError['details']>) =>
  Object.fromEntries(Object.entries(details).map(([key, each]) => [key, typeof each === 'string' ? cut(each) : each]));

const bounded = ({ path, code, details }: FieldError): FieldError => ({
  path: cut(path),
  code,
  ...(details ? { details: cutDetails(details) } : {}),
});

/** The path of a member. Longer than an answer shows it is not made, so that deep or long names cost nothing. */
export function memberPath(path: string, member: string | number): string {
  if (path.length > MAX_LENGTH) return path;
  const name = typeof member === 'number' ? String(member) : member.slice(0, MAX_LENGTH + 1);
  return path === '' ? name : `${path}.${name}`;
}

/** Collects what is wrong with one request; beyond 100 errors it keeps nothing. */
export class FieldErrors {
  private readonly found: FieldError[] = [];

  get isFull(): boolean {
    return this.found.length >= MAX_FIELD_ERRORS;
  }

  get list(): readonly FieldError[] {
    return this.found;
  }

  add(path: string, code: FieldErrorCode, details?: FieldError['details']): void {
    if (!this.isFull) this.found.push(bounded({ path, code, ...(details ? { details } : {}) }));
  }

  has(path: string): boolean {
    return this.found.some((each) => each.path === path);
  }

  /** @throws Rejection 400 where anything was added */
  throwIfAny(): void {
    if (this.found.length > 0) throw new Rejection('errors.validation.failed', this.found);
  }
}

/** A refusal, in the form that the caller receives. */
export class Rejection extends Error {
  /** At most 100, with paths of at most 200 characters. */
  readonly fieldErrors: readonly FieldError[];

  constructor(
    readonly code: RejectionCode,
    fieldErrors: readonly FieldError[] = [],
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
    this.fieldErrors = fieldErrors.slice(0, MAX_FIELD_ERRORS).map(bounded);
  }
}

export const reject = (code: RejectionCode, details?: Readonly<Record<string, unknown>>): never => {
  throw new Rejection(code, [], details);
};

/** Refuses because of the value at `path` in the request. */
export const rejectAt = (
  path: string,
  code: FieldErrorCode,
  details?: Readonly<Record<string, unknown>>,
  as: RejectionCode = 'errors.validation.failed',
): never => {
  throw new Rejection(as, [{ path, code, ...(details ? { details } : {}) }]);
};
