import type { StreamableFile } from '@nestjs/common';
import type { Loop } from '../../fairness/loop.js';
import { BudgetQueue } from '../../fairness/queue/budget-queue.js';
import { QueueFull } from '../../fairness/queue/fair-bounds.js';
import type { Holding } from '../../fairness/tenant-budget.js';
import { reject } from '../../kernel/rejection.js';
import type { RequestContext } from '../request/request-context.js';
import { AnswerBuilder, type AnswerTools } from './answer-builder.js';
import type { AnswerRow } from './answer-row.js';
import { answerBuffers, streamed } from './answer-stream.js';
import { type LargeResource, sendLarge } from './large-resource.js';
import { ListsAnswer } from './lists-answer.js';
import type { PagedListing } from './page-parts.js';

/** Memory for all responses, as a multiple of the bound of one. */
const ANSWERS_AT_ONCE = 3;
/** Rows whose parts are read together, between two looks at the turn of the event loop. */
const BATCH = 16;

/** How the rows of a list are made, some at a time. */
export interface RowSource<Doc> {
  /** Bytes that a large row takes. The list ends early where its rows are larger than that on average. */
  readonly rowBytes: number;
  /** Rows may be large, so their memory is reserved before they are made. */
  readonly isLarge?: boolean;
  rowsOf(docs: readonly Doc[]): AsyncIterable<readonly AnswerRow[]>;
}

class RowsByBatch<Doc> implements RowSource<Doc> {
  constructor(
    readonly rowBytes: number,
    private readonly show: (doc: Doc) => object | Promise<object>,
  ) {}

  async *rowsOf(docs: readonly Doc[]): AsyncGenerator<readonly AnswerRow[]> {
    const rows: AnswerRow[] = [];
    for (const doc of docs) {
      const shown = this.show(doc);
      rows.push({ json: JSON.stringify(shown instanceof Promise ? await shown : shown) });
    }
    yield rows;
  }
}

/** Small rows, which are made together. */
export const rowsBy = <Doc>(rowBytes: number, show: (doc: Doc) => object | Promise<object>): RowSource<Doc> =>
  new RowsByBatch(rowBytes, show);

/** Lists as JSON of at most `ANSWER_MAX_BYTES`. Those above `limits.answerText` take turns in a memory that all requests share. */
export class BoundedAnswers {
  private readonly tools: AnswerTools;
  private readonly memory: BudgetQueue;

  /** `max`: bytes of an answer. */
  constructor(
    private readonly max: number,
    loop: Pick<Loop, 'pause'>,
  ) {
    this.tools = { loop, buffers: answerBuffers() };
    this.memory = new BudgetQueue({ total: ANSWERS_AT_ONCE * max, perTenant: max, leavesFree: true });
  }

  /** The rows up to the bound, at least one, and the cursor of the rest. */
  async page<Doc>(ctx: RequestContext, plural: string, listing: PagedListing<Doc>, source: RowSource<Doc>) {
    const answer = this.open(ctx, listing.expected * source.rowBytes);
    await fill(answer, listing, source);
    return this.send(ctx, answer, plural, listing.endedAfter(answer.count));
  }

  /** @throws Rejection 413 `errors.answer.too_large` */
  async whole<Doc>(ctx: RequestContext, plural: string, listing: PagedListing<Doc>, source: RowSource<Doc>) {
    const answer = this.open(ctx, this.max);
    const isWhole = await fill(answer, listing, source);
    if (!isWhole || answer.isTooLarge) this.tooLarge();
    return this.send(ctx, answer, plural, listing.endedAfter(answer.count));
  }

  /** An answer whose rows take `expected` bytes at most; more than the bound of an answer is cut to it. */
  open(ctx: RequestContext, expected: number): AnswerBuilder {
    const reserve = (bytes: number) => this.reserve(ctx, bytes);
    return new AnswerBuilder({ tenantId: ctx.caller.tenantId, max: this.max, expected, reserve, ...this.tools });
  }

  /** An answer of several lists, which have the bound of an answer together. */
  lists<Member extends string>(ctx: RequestContext, members: readonly Member[]): ListsAnswer<Member> {
    const reserve = (bytes: number) => this.reserve(ctx, bytes);
    return new ListsAnswer(members, { tenantId: ctx.caller.tenantId, max: this.max, reserve, ...this.tools });
  }

  /** The answer as `{<plural>: [...], ...paging}`. */
  send(ctx: RequestContext, answer: AnswerBuilder, plural: string, paging: object): string | StreamableFile {
    ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
    return answer.build(plural, paging);
  }

  /** A single resource that is too large to be made as one text. */
  sendLarge(ctx: RequestContext, resource: LargeResource): Promise<StreamableFile> {
    return sendLarge(ctx, resource, this.tools);
  }

  /** A text of any length that is read as it is sent. A receiver that takes nothing for long is cut off. */
  stream(chunks: AsyncIterable<Uint8Array>): StreamableFile {
    return streamed([{ bytes: 0, read: () => chunks }], this.tools.buffers);
  }

  /** Waits for memory that is given back when the answer is sent. @throws Rejection 429 */
  async reserve(ctx: RequestContext, bytes: number): Promise<Holding> {
    try {
      const holding = await this.memory.reserve(ctx.caller.tenantId, bytes);
      ctx.onClosed(() => holding.release());
      return holding;
    } catch (error) {
      if (error instanceof QueueFull) return reject('errors.rate_limited', { retry_after: 1 });
      throw error;
    }
  }

  /** A part of an answer that alone is larger than an answer may be. @throws Rejection 413 */
  tooLarge(): never {
    return reject('errors.answer.too_large', { max: this.max });
  }

  /** Bytes of an answer. */
  get bound(): number {
    return this.max;
  }
}

/** False: not all rows fit. */
async function fill<Doc>(answer: AnswerBuilder, listing: PagedListing<Doc>, source: RowSource<Doc>): Promise<boolean> {
  if (source.isLarge) await answer.reserve();
  for await (const docs of listing.parts()) {
    for (let i = 0; i < docs.length; i += BATCH) {
      for await (const rows of source.rowsOf(docs.slice(i, i + BATCH))) {
        for (const row of rows) {
          const isAdded = answer.add(row);
          if (!(isAdded === true || (await isAdded))) return false;
        }
      }
      const turn = answer.pause();
      if (turn) await turn;
    }
  }
  return true;
}
