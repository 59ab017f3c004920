import type { Position } from '../../kernel/event.js';
import { rejectAt } from '../../kernel/rejection.js';

export const POSITION_HEADER = 'Tidings-Position';

const WRITTEN = /^p(0|[1-9a-z][0-9a-z]{0,10})$/;

/** Opaque on the wire; base 36 so that nobody counts with it. */
export const writePosition = (position: Position): string => `p${position.toString(36)}`;

/** @throws Rejection 400 at `path` when the text is no position of ours. */
export function readPosition(text: unknown, path: string): Position {
  const match = typeof text === 'string' ? WRITTEN.exec(text) : null;
  const position = match ? Number.parseInt(match[1] as string, 36) : Number.NaN;
  if (Number.isSafeInteger(position)) return position;
  return rejectAt(path, 'errors.field.format', { format: 'a position' }, 'errors.position.unreadable');
}
