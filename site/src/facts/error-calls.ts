import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';
import { commonErrors, outsideCalls } from '../../../src/http/openapi/errors/call-errors.js';

/** A call of the OpenAPI document. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Codes of its error responses. */
  readonly codes: readonly string[];
}

/** The calls among `calls` that give the code, or a sentence that names them. */
export const givenBy = (code: RejectionCode, calls: readonly Call[]): string | readonly Call[] =>
  commonErrors[code]?.calls ?? outsideCalls[code] ?? calls.filter(({ codes }) => codes.includes(code));
