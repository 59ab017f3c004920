import { pino } from 'pino';
import type { Logger } from '../../ports/process/logger.js';
import { standardOutput } from './standard-output.js';
import { terminalLine } from './terminal-lines.js';

/**
 * JSON lines on standard output, or readable lines on a terminal. Errors are logged by class, message and stack;
 * nothing else of a request is logged.
 */
export function pinoLogger(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const output = standardOutput();
  const shown = process.stdout.isTTY ? terminalLine : (line: string) => line;
  const logger = pino(options, { write: (line) => output.write(shown(line)) });
  return Object.defineProperty(logger as Logger, 'dropped', { get: () => output.dropped });
}
