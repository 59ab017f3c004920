/** Class of a rejection. */
export type RejectionKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'timeout'
  | 'conflict'
  | 'gone'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'key-reused'
  | 'too-many-requests'
  | 'headers-too-large'
  | 'unavailable'
  | 'internal';

/** HTTP status of each class. */
export const statusOf: Readonly<Record<RejectionKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  timeout: 408,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'key-reused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  unavailable: 503,
  internal: 500,
};

export interface RejectionEntry {
  readonly kind: RejectionKind;
  /** Message on the wire in English, printable ASCII without `"` and `\` (RFC 6749 5.2). */
  readonly en: string;
  /** Message on the wire in German. */
  readonly de: string;
  /** When the code occurs; for the documentation only, never on the wire. */
  readonly cause: string;
  /** Next step of the caller. Only the documentation shows it. */
  readonly remedy: string;
}

/** One subject's part of the error catalogue, by code. */
export type RejectionTable = Readonly<Record<`errors.${string}`, RejectionEntry>>;
