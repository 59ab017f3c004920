import { type Address, type Connect, type Frame, type FramesStatus, frames, type Platform } from '../socket.js';
import type { Tidings } from '../tidings.js';
import { untilBegun } from './beginning.js';
import { type Ended, endingOf } from './ending.js';
import { Observable } from './observable.js';

/** A store that reads a first state, and then follows the frames of an address. */
export abstract class LiveStore<Snapshot> extends Observable<Snapshot> {
  protected connection: FramesStatus['state'] = 'connecting';
  protected ended: Ended | undefined;
  protected readonly stop = new AbortController();
  private isReady = false;
  private started: Promise<void> | undefined;

  constructor(
    protected readonly tidings: Tidings,
    private readonly connect: Connect,
    private readonly address: Address,
    private readonly platform?: Platform,
  ) {
    super();
  }

  /** Reads the first state, then follows. Errors that pass are tried again. @throws TidingsError, SignedOut */
  start(): Promise<void> {
    this.started ??= untilBegun(() => this.begin(), this.stop.signal).catch((error) => {
      this.fail(error);
      throw error;
    });
    return this.started;
  }

  close(): void {
    this.stop.abort();
  }

  /** Reads the first state and returns the position that it reflects. */
  protected abstract read(): Promise<string | undefined>;
  protected abstract handle(frame: Frame): void;

  protected get status(): 'loading' | 'ready' | 'ended' {
    return this.ended ? 'ended' : this.isReady ? 'ready' : 'loading';
  }

  protected connected(state: FramesStatus['state']): void {
    this.connection = state;
    this.changed();
  }

  /** Any failure but an end heals with the next frame or the next step of the reader. */
  protected failed(error: unknown): void {
    const ending = endingOf(error);
    if (ending) this.end(ending);
  }

  private async begin(): Promise<void> {
    const position = await this.read();
    if (this.stop.signal.aborted) return;
    this.isReady = true;
    this.changed();
    void this.follow(position);
  }

  protected async follow(after: string | undefined): Promise<void> {
    const onStatus = ({ state }: FramesStatus) => this.connected(state);
    const { platform } = this;
    const options = { signal: this.stop.signal, onStatus, ...(platform ? { platform } : {}) };
    const from = after === undefined ? options : { ...options, after };
    try {
      for await (const frame of frames(this.tidings, this.connect, this.address, from)) this.handle(frame);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!this.stop.signal.aborted) this.end(endingOf(error) ?? { reason: 'failed', error });
  }

  protected end(ended: Ended): void {
    if (this.ended) return;
    this.ended = ended;
    this.close();
    this.changed();
  }
}
