import { Readable } from 'node:stream';
import { limits } from '../../catalogue/limits/limits.js';
import { ByteSemaphore, type Reservation } from '../../kernel/byte-semaphore.js';
import { QueueFull } from '../../kernel/fair-bounds.js';
import { reject } from '../../kernel/rejection.js';
import { type AnswerRow, bytesOf, piecesOf } from './answer-row.js';
import type { CutListing, Listing } from './paging.js';
import type { RequestContext } from './request-context.js';

/** Answers are held in memory up to so many times the bound of one. */
const ANSWERS_AT_ONCE = 2;
const WAITING = 100;
const BATCH = 16;
/** Bytes of rows after which other requests are served. */
const TURN_BYTES = 65_536;
/** Bytes of a list around its rows. */
const ENVELOPE = 4_096;
const TEXT_AT_ONCE = 262_144;
/** A receiver that takes nothing for so long is cut off. */
const STALLED_MS = 30_000;

/** How the rows of a list are made, some at a time. */
export interface RowSource<Doc> {
  /** Bytes that a usual row takes in memory. */
  readonly rowBytes: number;
  rowsOf(docs: readonly Doc[]): Promise<readonly AnswerRow[]>;
}

interface Filled {
  readonly rows: readonly AnswerRow[];
  readonly bytes: number;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lists as JSON of at most `ANSWER_MAX_BYTES`, whose rows take turns in a memory that all requests share. */
export class BoundedAnswers {
  private readonly memory: ByteSemaphore;

  /** `max`: bytes of an answer. */
  constructor(private readonly max: number) {
    this.memory = new ByteSemaphore({ total: ANSWERS_AT_ONCE * max, perTenant: max, waitingPerTenant: WAITING });
  }

  /** The rows up to the bound, at least one, and the cursor of the rest. */
  async page<Doc>(ctx: RequestContext, plural: string, listing: CutListing<Doc>, source: RowSource<Doc>) {
    const held = await this.reserve(ctx, ENVELOPE + listing.docs.length * source.rowBytes);
    const filled = await this.fill(listing.docs, source, held);
    const paging = filled.rows.length < listing.docs.length ? listing.endedAfter(filled.rows.length) : listing.paging;
    return this.answer(ctx, plural, filled, paging);
  }

  /** @throws Rejection 413 `errors.answer.too_large` */
  async whole<Doc>(ctx: RequestContext, plural: string, { docs, paging }: Listing<Doc>, source: RowSource<Doc>) {
    const held = await this.reserve(ctx, this.max);
    const filled = await this.fill(docs, source, held);
    if (filled.rows.length < docs.length || filled.bytes > this.max) this.tooLarge();
    return this.answer(ctx, plural, filled, paging);
  }

  /** Waits for memory that is given back when the answer is sent. @throws Rejection 429 */
  async reserve(ctx: RequestContext, bytes: number): Promise<Reservation> {
    try {
      const reservation = await this.memory.reserve(ctx.caller.tenantId, bytes);
      ctx.onClosed(reservation.release);
      return reservation;
    } catch (error) {
      if (error instanceof QueueFull) return reject('errors.rate_limited', { retry_after: 1 });
      throw error;
    }
  }

  private tooLarge(): never {
    return reject('errors.answer.too_large', { max: this.max });
  }

  private async fill<Doc>(docs: readonly Doc[], source: RowSource<Doc>, held: Reservation): Promise<Filled> {
    const rows: AnswerRow[] = [];
    let bytes = ENVELOPE;
    let text = ENVELOPE;
    let turn = text;
    for (let i = 0; i < docs.length; i += BATCH) {
      for (const row of await source.rowsOf(docs.slice(i, i + BATCH))) {
        const size = bytesOf(row);
        const textSize = size - (row.large?.bytes ?? 0);
        if (rows.length > 0 && (bytes + size > this.max || text + textSize > held.bytes)) {
          held.shrinkTo(text);
          return { rows, bytes };
        }
        rows.push(row);
        bytes += size;
        text += textSize;
      }
      if (text - turn < TURN_BYTES) continue;
      turn = text;
      await nextTurn();
    }
    held.shrinkTo(text);
    return { rows, bytes };
  }

  private answer(ctx: RequestContext, plural: string, { rows, bytes }: Filled, paging: object): string | Readable {
    ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
    const pieces = piecesOf(plural, rows, paging);
    if (bytes <= TEXT_AT_ONCE && rows.every(({ large }) => !large)) return [...pieces].join('');
    const stream = Readable.from(chunks(pieces, stall), { objectMode: false, highWaterMark: limits.chunkBytes });
    function stall() {
      stream.destroy(new Error('The receiver takes nothing.'));
    }
    return stream;
  }
}

async function* chunks(pieces: ReturnType<typeof piecesOf>, stalled: () => void): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces) {
    for await (const chunk of typeof piece === 'string' ? [piece] : piece.read()) {
      const timer = setTimeout(stalled, STALLED_MS);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
