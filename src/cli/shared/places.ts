import { parsePosition } from '../../catalogue/positions.js';
import type { Position } from '../../kernel/event.js';
import { type Instant, instant } from '../../kernel/instant.js';
import { WrongUsage } from './failures.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A position of the log, as a number or as calls name it, or a time. @throws WrongUsage */
export function placeIn(option: string, text: string): Position | Instant {
  const position = /^\d{1,15}$/.test(text) ? Number(text) : parsePosition(text);
  if (position !== undefined) return position;
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return instant(text);
  throw new WrongUsage(`--${option} must be a position or a time such as 2026-11-28T09:00:00Z.`);
}
