import { parsePosition } from '../../catalogue/positions.js';
import type { Position } from '../../kernel/event.js';
import { rejectAt } from '../../kernel/rejection.js';

/** @throws Rejection 400 at `path` when the text is not a position. */
export function readPosition(text: unknown, path: string): Position {
  const position = typeof text === 'string' ? parsePosition(text) : undefined;
  if (position !== undefined) return position;
  return rejectAt(path, 'errors.field.format', { format: 'a position' }, 'errors.position.unreadable');
}
