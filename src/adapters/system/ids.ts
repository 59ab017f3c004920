import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import { uuid7 } from '../../kernel/ids.js';
import { epochMs } from '../../kernel/instant.js';
import type { Ids } from '../../ports/process/clock.js';

const BYTES = 10;
const pool = new Uint8Array(BYTES * 512);
let used = pool.length;

function random(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}

/** Randomness is drawn from the system in large pieces, since one draw per id would cost more than the id. */
export const systemIds: Ids = {
  next: () => uuid7(Date.now(), random()),
  derived: (at, ...words) => uuid7(epochMs(at), createHash('sha256').update(JSON.stringify(words)).digest()),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};
