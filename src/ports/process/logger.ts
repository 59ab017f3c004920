import { token } from '../../kernel/token.js';

type Fields = Readonly<Record<string, unknown>>;

/** Structured lines. Ids, codes, sizes and times only: never bodies, tokens, names, addresses. */
export interface Logger {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  /** Lines that the output did not take. The logger never waits for its output. */
  readonly dropped?: number;
}

export const LOGGER = token<Logger>('Logger');
