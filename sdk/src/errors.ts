import type { ErrorCode, ErrorResponse, FieldError } from './api.js';

/** An error response. `code` is stable; `message` is for people. */
export class TidingsError extends Error {
  override readonly name = 'TidingsError';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;

  constructor(
    readonly status: number,
    { code, message, errors = [], details = {}, request_id }: ErrorResponse,
  ) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.requestId = request_id;
  }
}

/** No response of the API: the connection failed, or a proxy responded. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}
