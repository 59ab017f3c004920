import { commonCalls, outsideCalls } from '../../../src/catalogue/error-texts/error-calls.js';
import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';

/** A call of the OpenAPI document. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Codes of its error responses. */
  readonly codes: readonly string[];
}

const inWords: Readonly<Partial<Record<RejectionCode, string>>> = { ...outsideCalls, ...commonCalls };

/** The calls among `calls` that give the code, or a sentence that names them. */
export const givenBy = (code: RejectionCode, calls: readonly Call[]): string | readonly Call[] =>
  inWords[code] ?? calls.filter(({ codes }) => codes.includes(code));
