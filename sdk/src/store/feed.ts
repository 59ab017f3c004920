import type { Connect, Frame, FramesStatus, Platform } from '../socket.js';
import type { Tidings } from '../tidings.js';
import type { Ended } from './ending.js';
import { LiveStore } from './live-store.js';

export interface FeedSnapshot {
  readonly ended: Ended | undefined;
  readonly connection: FramesStatus['state'];
}

/** The frames of all conversations, by one socket for all lists and watchers of a page. */
export class Feed extends LiveStore<FeedSnapshot> {
  private readonly watchers = new Set<(frame: Frame) => void>();

  constructor(tidings: Tidings, connect: Connect, platform?: Platform) {
    super(tidings, connect, 'conversations', platform);
  }

  /** Calls the watcher with each frame, until the returned function is called. */
  watch(watcher: (frame: Frame) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  protected take(): FeedSnapshot {
    return { ended: this.ended, connection: this.connection };
  }

  protected async read(): Promise<undefined> {}

  protected handle(frame: Frame): void {
    for (const watcher of [...this.watchers]) watcher(frame);
  }
}
