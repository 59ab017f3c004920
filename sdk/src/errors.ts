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
    /** Milliseconds to wait before the next attempt, if the service says so, as with a 429. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.requestId = request_id;
  }
}

interface Answered extends ErrorOptions {
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/** No response of the API: the connection failed, or a proxy responded. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Status of the response that is not one of the API, such as a redirect or a page. Absent: there was none. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message?: string, { status, retryAfterMs, ...options }: Answered = {}) {
    super(message, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** There is no session: nobody signed in, or the service takes the refresh token no more. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}
