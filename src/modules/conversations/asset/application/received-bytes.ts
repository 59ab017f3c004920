import { limits } from '../../../../catalogue/limits/limits.js';
import { epochMs, type Instant, SECOND } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import type { Bytes } from '../../../../ports/media/asset-store.js';
import type { Clock } from '../../../../ports/process/clock.js';

const LOOK_MS = 5 * SECOND;

/** The body of a request. */
export type Body = Bytes & { destroy(error?: Error): unknown };

export interface Watch {
  readonly clock: Clock;
  /** The last byte must arrive before. */
  readonly until: Instant;
  /** Called every 5 seconds; false ends the upload. */
  readonly alive: () => Promise<boolean>;
  /** Counts bytes that arrived. @throws Rejection 429 */
  readonly count: (bytes: number) => void;
}

/** The bytes as they arrive. An upload that is too slow, too late or no longer wanted is broken off. @throws Rejection 400, 404, 408, 429 */
export async function* received(body: Body, { clock, until, alive, count }: Watch): AsyncGenerator<Uint8Array> {
  const startedMs = clock.monotonic();
  const leftMs = epochMs(until) - epochMs(clock.now());
  let bytes = 0;
  const breakOff = (code: 'errors.asset.too_slow' | 'errors.asset.not_found') => body.destroy(new Rejection(code));
  const isSlow = () => {
    const seconds = (clock.monotonic() - startedMs) / SECOND - limits.uploadGraceSeconds;
    return seconds * limits.uploadBytesPerSecond > bytes;
  };
  const look = () => {
    if (isSlow()) breakOff('errors.asset.too_slow');
    else void alive().then((isWanted) => isWanted || breakOff('errors.asset.not_found'), body.destroy.bind(body));
  };
  const looking = setInterval(look, LOOK_MS);
  const ending = setTimeout(() => breakOff('errors.asset.too_slow'), leftMs);
  try {
    for await (const chunk of body) {
      count(chunk.length);
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw isGone(error) ? new Rejection('errors.request.malformed') : error;
  } finally {
    clearInterval(looking);
    clearTimeout(ending);
  }
}

/** The client closed the connection and does not read the response. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
