import type { Position } from '../../kernel/event.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { CaughtUp } from './caught-up.js';

/**
 * `awaited`: a request waits, so the pause is about the time of a commit. `idle`: only metrics and health need the
 * position.
 */
const PAUSES_MS = { awaited: 8, idle: 250 };

/** Learns from their checkpoint how far another process has brought the read models. */
export class CheckpointPoller {
  private timer: NodeJS.Timeout | undefined;
  private closed = true;
  private deaf: (() => void) | undefined;
  private isPolling = false;

  constructor(
    private readonly documents: DocumentStore,
    private readonly caughtUp: CaughtUp,
    /** The name of the checkpoint, or how it is found. */
    private readonly checkpoint: string | ((documents: DocumentStore) => Promise<Position>),
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  start(): void {
    this.closed = false;
    this.deaf = this.caughtUp.onWait(() => this.schedule(0));
    void this.poll();
  }

  close(): void {
    this.closed = true;
    this.deaf?.();
    clearTimeout(this.timer);
  }

  private schedule(ms: number): void {
    if (this.closed || this.isPolling) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.poll(), ms);
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    let pause = PAUSES_MS.idle;
    try {
      const { documents, checkpoint } = this;
      const found = typeof checkpoint === 'string' ? documents.checkpoint(checkpoint) : checkpoint(documents);
      this.caughtUp.advance(await found);
      if (this.caughtUp.isAwaited) pause = PAUSES_MS.awaited;
    } catch (error) {
      this.failed('follower', error);
    }
    this.isPolling = false;
    this.schedule(pause);
  }
}
