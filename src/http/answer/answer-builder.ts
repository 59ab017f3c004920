import type { StreamableFile } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import type { Loop } from '../../fairness/loop.js';
import type { Holding } from '../../fairness/tenant-budget.js';
import { type AnswerRow, bytesOf, piecesOf } from './answer-row.js';
import { streamed } from './answer-stream.js';

/** Bytes of a list around its rows. */
export const ENVELOPE = 4_096;
/** Bytes of rows after which other requests may be served. */
const TURN_BYTES = 65_536;

/** The rows of one answer, up to its bound and to the memory that is reserved for it. */
export class AnswerBuilder {
  private readonly rows: AnswerRow[] = [];
  private bytes = ENVELOPE;
  private text = ENVELOPE;
  private turn = ENVELOPE;

  /** `max`: bytes of an answer. */
  constructor(
    private readonly tenantId: string,
    private readonly max: number,
    private readonly held: Holding,
    private readonly loop: Pick<Loop, 'pause'>,
  ) {}

  get count(): number {
    return this.rows.length;
  }

  /** The first row is taken however large it is. */
  get isTooLarge(): boolean {
    return this.bytes > this.max;
  }

  /** False: the row does not fit. Lets other requests go first now and then. */
  async add(row: AnswerRow): Promise<boolean> {
    const size = bytesOf(row);
    const textSize = size - (row.large?.bytes ?? 0);
    const isFull = this.bytes + size > this.max || this.text + textSize > this.held.amount;
    if (this.rows.length > 0 && isFull) return false;
    this.rows.push(row);
    this.bytes += size;
    this.text += textSize;
    if (this.text - this.turn < TURN_BYTES) return true;
    this.turn = this.text;
    await this.letOthers();
    return true;
  }

  /** Other requests are served first where the turn of the event loop has lasted long. */
  async letOthers(): Promise<void> {
    await this.loop.pause(this.tenantId);
  }

  /** `{<plural>: [...], ...paging}`: a text where it is short, else a stream. */
  build(plural: string, paging: object): string | StreamableFile {
    this.held.shrinkTo(this.text);
    const pieces = piecesOf(plural, this.rows, paging);
    if (this.bytes <= limits.answerText && this.rows.every(({ large }) => !large)) return [...pieces].join('');
    return streamed(pieces);
  }
}
