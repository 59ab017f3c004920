import type { StreamableFile } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import type { Loop } from '../../fairness/loop.js';
import type { Holding } from '../../fairness/tenant-budget.js';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';
import { type AnswerRow, memberBytes, piecesOf, textOf } from './answer-row.js';
import { streamed } from './answer-stream.js';

/** Bytes of a list around its rows. */
const ENVELOPE = 4_096;

/** The tools that all responses share. */
export interface AnswerTools {
  readonly loop: Pick<Loop, 'pause'>;
  /** Memory of the chunks that are sent. */
  readonly buffers: ChunkBuffers;
}

export interface AnswerBounds extends AnswerTools {
  readonly tenantId: string;
  /** Bytes of an answer. */
  readonly max: number;
  /** Bytes that the rows are expected to take in memory. A longer list ends early. */
  readonly expected: number;
  /** Waits for memory. @throws Rejection 429 */
  readonly reserve: (bytes: number) => Promise<Holding>;
}

/** The rows of one answer, up to its bound. Rows of up to `limits.answerText` bytes take no reservation. */
export class AnswerBuilder {
  private readonly rows: AnswerRow[] = [];
  private readonly most: number;
  private bytes = ENVELOPE;
  /** Bytes in memory; values that are read while they are sent do not count. */
  private text = ENVELOPE;
  private hasLarge = false;
  private held: Holding | undefined;

  constructor(private readonly bounds: AnswerBounds) {
    this.most = Math.max(limits.answerText, Math.min(ENVELOPE + bounds.expected, bounds.max));
  }

  get count(): number {
    return this.rows.length;
  }

  /** The first row alone can do this: it is accepted at any size. */
  get isTooLarge(): boolean {
    return this.bytes > this.bounds.max;
  }

  /** Waits for the memory of the expected rows. @throws Rejection 429 */
  async reserve(): Promise<void> {
    this.held ??= await this.bounds.reserve(ENVELOPE + this.bounds.expected);
  }

  /** False: the row does not fit. Rows beyond `limits.answerText` wait for memory. @throws Rejection 429 */
  add(row: AnswerRow): boolean | Promise<boolean> {
    const { json, large } = row;
    const text = this.text + Buffer.byteLength(json) + 1 + (large ? memberBytes(large) : 0);
    const bytes = this.bytes + text - this.text + (large?.bytes ?? 0);
    if (this.rows.length > 0 && (bytes > this.bounds.max || text > this.most)) return false;
    this.rows.push(row);
    this.bytes = bytes;
    this.text = text;
    this.hasLarge ||= large !== undefined;
    return text <= limits.answerText || this.reserve().then(() => true);
  }

  /** `{<plural>: [...], ...paging}`: a text where it is short, else a stream. */
  build(plural: string, paging: object): string | StreamableFile {
    this.held?.shrinkTo(this.text);
    const isText = this.bytes <= limits.answerText && !this.hasLarge;
    return isText
      ? textOf(plural, this.rows, paging)
      : streamed(piecesOf(plural, this.rows, paging), this.bounds.buffers);
  }

  /** After some rows: others are served first where the turn of the event loop is over. */
  pause(): Promise<void> | undefined {
    return this.bounds.loop.pause(this.bounds.tenantId);
  }
}
