import type { Address, Frame, FramesOptions, FramesStatus } from '../frames.js';
import type { Tidings } from '../tidings.js';
import type { Connect } from './connect.js';
import type { Line } from './line.js';
import { lineFor } from './lines.js';
import type { Listener } from './listener.js';
import { platform } from './platform.js';

type Result = IteratorResult<Frame, void>;

interface Taker {
  readonly give: (result: Result | PromiseLike<Result>) => void;
  readonly fail: (error: unknown) => void;
}

const DONE: Result = { done: true, value: undefined };
const MOST_WAITING = 1_000;

/** Frames of one address that wait for their loop. Not a generator, whose `return` would wait for the next frame. */
export class FrameQueue implements Listener {
  status: FramesStatus = { state: 'connecting' };
  last: string | undefined;
  isBehind = false;
  private waiting: Frame[] = [];
  private takers: Taker[] = [];
  private line: Line | undefined;
  private isTold = false;
  private readonly aborted = () => this.end({ state: 'ended', reason: 'aborted' });

  constructor(
    private readonly tidings: Tidings,
    private readonly connect: Connect,
    readonly address: Address,
    private readonly options: FramesOptions,
  ) {
    this.last = options.after;
    const dispose = (Symbol as { readonly asyncDispose?: symbol }).asyncDispose;
    if (dispose) Object.defineProperty(this, dispose, { value: () => this.return() });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    const { signal } = this.options;
    if (signal?.aborted) this.aborted();
    else if (!this.line && this.status.state !== 'ended') this.start();
    const frame = this.waiting.shift();
    if (frame) return { done: false, value: frame };
    if (this.status.state === 'ended') return this.ending();
    if (this.isBehind) this.line?.resume(this);
    return new Promise((give, fail) => this.takers.push({ give, fail }));
  }

  async return(): Promise<Result> {
    this.waiting = [];
    this.end({ state: 'ended', reason: 'left' });
    return DONE;
  }

  async throw(error: unknown): Promise<Result> {
    await this.return();
    throw error;
  }

  take(frame: Frame): void {
    if ('position' in frame) this.last = frame.position;
    const taker = this.takers.shift();
    if (taker) return void taker.give({ done: false, value: frame });
    this.waiting.push(frame);
    if (this.waiting.length < (this.options.buffer ?? MOST_WAITING)) return;
    this.isBehind = true;
    this.line?.unsubscribe(this);
  }

  is(state: 'connecting' | 'live' | 'stale' | 'renewing'): void {
    if (this.status.state !== state && this.status.state !== 'ended') this.tell({ state });
  }

  fail(error: unknown): void {
    this.end({ state: 'ended', reason: 'failed', error });
  }

  private start(): void {
    this.options.signal?.addEventListener('abort', this.aborted, { once: true });
    this.tell(this.status);
    this.line = lineFor(this.tidings, this.connect, this.address, this.options.platform ?? platform);
    this.line.join(this);
  }

  private end(status: FramesStatus): void {
    if (this.status.state === 'ended') return;
    this.options.signal?.removeEventListener('abort', this.aborted);
    this.line?.leave(this);
    if (status.state === 'ended' && status.reason === 'aborted') this.waiting = [];
    this.tell(status);
    for (const taker of this.takers.splice(0)) taker.give(this.ending());
  }

  /** The error once, then the end. */
  private async ending(): Promise<Result> {
    const { status } = this;
    if (this.isTold || status.state !== 'ended' || status.reason === 'left') return DONE;
    this.isTold = true;
    throw status.reason === 'failed' ? status.error : this.options.signal?.reason;
  }

  private tell(status: FramesStatus): void {
    this.status = status;
    // An error of the function must not keep the connection from its work.
    queueMicrotask(() => this.options.onStatus?.(status));
  }
}
