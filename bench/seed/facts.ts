import { randomBytes } from 'node:crypto';
import type { NewEvent } from '../../src/engine/log/codec.js';
import type { Event } from '../../src/kernel/event.js';
import { uuid7 } from '../../src/kernel/ids.js';
import { instant } from '../../src/kernel/instant.js';

const DAYS_AGO_MS = 30 * 86_400_000;
const start = Date.now() - DAYS_AGO_MS;

/** The n-th event of the last month, one second after the event before. */
export function fact<E extends Event>(n: number, make: (id: string) => E): NewEvent<E> {
  const ms = start + n * 1_000;
  const id = uuid7(ms, randomBytes(10));
  const meta = { id, at: instant(ms), actor: 'system', commandId: id, correlationId: id };
  return { ...make(id), meta };
}
