import { parsePosition } from '../../catalogue/positions.js';
import { isTimestamp } from '../../catalogue/text/formats.js';
import type { Moment } from '../../kernel/event.js';
import { instant } from '../../kernel/instant.js';
import { rejectAt } from '../../kernel/rejection.js';

/** @throws Rejection 400 at `path` when the text is neither a position nor a time */
export function readMoment(text: unknown, path: string): Moment {
  if (Array.isArray(text)) return rejectAt(path, 'errors.field.repeated');
  if (typeof text === 'string') {
    const position = parsePosition(text);
    if (position !== undefined) return position;
    if (isTimestamp(text)) return instant(text);
  }
  return rejectAt(path, 'errors.field.format', { format: 'a position or an RFC 3339 timestamp' });
}
