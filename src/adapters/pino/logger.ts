import { pino } from 'pino';
import type { Logger } from '../../ports/logger.js';

/** JSON lines on standard output. Errors are told by class, message and stack; nothing else of a request comes here. */
export const pinoLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
