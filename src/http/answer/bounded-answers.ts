import type { StreamableFile } from '@nestjs/common';
import type { Loop } from '../../fairness/loop.js';
import { BudgetQueue } from '../../fairness/queue/budget-queue.js';
import { QueueFull } from '../../fairness/queue/fair-bounds.js';
import type { Holding } from '../../fairness/tenant-budget.js';
import { reject } from '../../kernel/rejection.js';
import type { RequestContext } from '../request/request-context.js';
import { AnswerBuilder, ENVELOPE } from './answer-builder.js';
import type { AnswerRow } from './answer-row.js';
import { type LargeResource, sendLarge } from './large-resource.js';
import type { PagedListing } from './page-parts.js';

/** Answers are held in memory up to so many times the bound of one. */
const ANSWERS_AT_ONCE = 2;
/** Parts of the bound of an answer: a small answer takes one at most, a tenant two for all its small answers. */
const SMALL_PARTS = 8;
/** Rows whose parts are read together. */
const BATCH = 16;

/** How the rows of a list are made, some at a time. */
export interface RowSource<Doc> {
  /** Bytes that a large row takes. The list ends early where its rows are larger than that on average. */
  readonly rowBytes: number;
  rowsOf(docs: readonly Doc[]): AsyncIterable<AnswerRow>;
}

class RowsOneByOne<Doc> implements RowSource<Doc> {
  constructor(
    readonly rowBytes: number,
    private readonly show: (doc: Doc) => object | Promise<object>,
  ) {}

  async *rowsOf(docs: readonly Doc[]): AsyncGenerator<AnswerRow> {
    for (const doc of docs) yield { json: JSON.stringify(await this.show(doc)) };
  }
}

/** Rows that are made one by one. */
export const rowsBy = <Doc>(rowBytes: number, show: (doc: Doc) => object | Promise<object>): RowSource<Doc> =>
  new RowsOneByOne(rowBytes, show);

/** Lists as JSON of at most `ANSWER_MAX_BYTES`, whose rows take turns in a memory that all requests share. */
export class BoundedAnswers {
  private readonly memory: BudgetQueue;
  /** Large answers of a few tenants may hold all memory for seconds; small ones do not wait for them. */
  private readonly smallMemory: BudgetQueue;
  private readonly small: number;

  /** `max`: bytes of an answer. */
  constructor(
    private readonly max: number,
    private readonly loop: Pick<Loop, 'pause'>,
  ) {
    this.memory = new BudgetQueue({ total: ANSWERS_AT_ONCE * max, perTenant: max });
    this.small = max / SMALL_PARTS;
    this.smallMemory = new BudgetQueue({ total: max, perTenant: 2 * this.small, leavesFree: true });
  }

  /** The rows up to the bound, at least one, and the cursor of the rest. */
  async page<Doc>(ctx: RequestContext, plural: string, listing: PagedListing<Doc>, source: RowSource<Doc>) {
    const answer = await this.open(ctx, listing.expected * source.rowBytes);
    await fill(answer, listing, source);
    return this.send(ctx, answer, plural, listing.endedAfter(answer.count));
  }

  /** @throws Rejection 413 `errors.answer.too_large` */
  async whole<Doc>(ctx: RequestContext, plural: string, listing: PagedListing<Doc>, source: RowSource<Doc>) {
    const answer = await this.open(ctx, this.max);
    const isWhole = await fill(answer, listing, source);
    if (!isWhole || answer.isTooLarge) this.tooLarge();
    return this.send(ctx, answer, plural, listing.endedAfter(answer.count));
  }

  /** An answer whose rows take `bytes` at most; more than the bound of an answer is cut to it. @throws Rejection 429 */
  async open(ctx: RequestContext, bytes: number): Promise<AnswerBuilder> {
    return new AnswerBuilder(ctx.caller.tenantId, this.max, await this.reserve(ctx, ENVELOPE + bytes), this.loop);
  }

  /** The answer as `{<plural>: [...], ...paging}`. */
  send(ctx: RequestContext, answer: AnswerBuilder, plural: string, paging: object): string | StreamableFile {
    ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
    return answer.build(plural, paging);
  }

  /** A single resource that is too large to be made as one text. */
  sendLarge(ctx: RequestContext, resource: LargeResource): Promise<StreamableFile> {
    return sendLarge(ctx, resource, this.loop);
  }

  /** Waits for memory that is given back when the answer is sent. @throws Rejection 429 */
  async reserve(ctx: RequestContext, bytes: number): Promise<Holding> {
    try {
      const memory = bytes <= this.small ? this.smallMemory : this.memory;
      const holding = await memory.reserve(ctx.caller.tenantId, bytes);
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
  let parts = 0;
  for await (const docs of listing.parts()) {
    if (parts++ > 0) await answer.letOthers();
    for (let i = 0; i < docs.length; i += BATCH) {
      for await (const row of source.rowsOf(docs.slice(i, i + BATCH))) if (!(await answer.add(row))) return false;
    }
  }
  return true;
}
