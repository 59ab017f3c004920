import type { StreamableFile } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import type { AnswerBounds } from './answer-builder.js';
import { type AnswerRow, listsPieces, memberBytes } from './answer-row.js';
import { streamed } from './answer-stream.js';

/** The rows of several lists in one answer. The bound of an answer holds for all of them together. */
export class ListsAnswer<Member extends string> {
  private readonly rows: Readonly<Record<Member, AnswerRow[]>>;
  private count = 0;
  /** Bytes of the answer, and those of them that are in memory. */
  private bytes = 0;
  private text = 0;
  private isReserved = false;

  constructor(
    members: readonly Member[],
    private readonly bounds: Omit<AnswerBounds, 'expected'>,
  ) {
    this.rows = Object.fromEntries(members.map((member) => [member, []])) as unknown as Record<Member, AnswerRow[]>;
  }

  /** False: the row does not fit. The first row is accepted at any size. @throws Rejection 429 */
  async add(member: Member, row: AnswerRow): Promise<boolean> {
    const { json, large } = row;
    const text = this.text + Buffer.byteLength(json) + 1 + (large ? memberBytes(large) : 0);
    const bytes = this.bytes + text - this.text + (large?.bytes ?? 0);
    if (this.count > 0 && bytes > this.bounds.max) return false;
    if (text > limits.answerText && !this.isReserved) {
      this.isReserved = true;
      await this.bounds.reserve(this.bounds.max);
    }
    this.rows[member].push(row);
    this.count++;
    this.bytes = bytes;
    this.text = text;
    return true;
  }

  /** An object with the lists and the members of `paging`. */
  build(paging: object): string | StreamableFile {
    const pieces = listsPieces(Object.entries(this.rows) as [Member, AnswerRow[]][], paging);
    return this.bytes === this.text && this.text <= limits.answerText
      ? [...pieces].join('')
      : streamed(pieces, this.bounds.buffers);
  }

  /** After some rows: others are served first where the turn of the event loop is over. */
  pause(): Promise<void> | undefined {
    return this.bounds.loop.pause(this.bounds.tenantId);
  }
}
