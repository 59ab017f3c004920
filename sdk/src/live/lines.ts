import type { Address } from '../frames.js';
import type { Tidings } from '../tidings.js';
import type { Connect } from './connect.js';
import { Line } from './line.js';
import type { Platform } from './platform.js';

const lines = new WeakMap<Tidings, Set<Line>>();

/** The line that has room for the address, or another one. */
export function lineFor(tidings: Tidings, connect: Connect, address: Address, platform: Platform): Line {
  const open = lines.get(tidings) ?? new Set<Line>();
  lines.set(tidings, open);
  const shared = [...open].find((line) => line.connect === connect && line.hasRoomFor(address));
  if (shared) return shared;
  const line: Line = new Line(tidings, connect, platform, () => open.delete(line));
  open.add(line);
  return line;
}
