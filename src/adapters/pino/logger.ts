import { pino } from 'pino';
import type { Logger } from '../../ports/process/logger.js';
import { terminalLine } from './terminal-lines.js';

/**
 * JSON lines on standard output, or readable lines on a terminal. Errors are logged by class, message and stack;
 * nothing else of a request is logged.
 */
export const pinoLogger = (level: string): Logger => {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const { stdout } = process;
  if (stdout.isTTY) return pino(options, { write: (line) => void stdout.write(terminalLine(line)) });
  return pino(options, pino.destination({ dest: 1, sync: false, minLength: 0 }));
};
