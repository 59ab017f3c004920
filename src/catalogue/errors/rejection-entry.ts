/** Class of a rejection. `src/http/pipeline/rejection.filter.ts` maps each to an HTTP status. */
export type RejectionKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'timeout'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'key-reused'
  | 'too-many-requests'
  | 'headers-too-large'
  | 'unavailable'
  | 'internal';

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
