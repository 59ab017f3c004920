import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Position } from '../../../kernel/event.js';
import { lruCache } from '../../../lib/lru-cache.js';
import type { FollowedEvent } from './followed-event.js';
import type { SharedTail, TailReader } from './shared-tail.js';

interface Version {
  readonly version: number;
}

/**
 * Versions of streams that the tail of this process would have shown to be old. So a state of such a version needs no
 * read, where a moment's delay is admissible because the append itself is judged again.
 */
export class FollowedStreams implements TailReader {
  readonly name = 'followed-streams';
  readonly types = undefined;
  /** It is not among the subscribers whose lag is reported, since it keeps no position. */
  readonly position = undefined;
  private readonly versions = lruCache<string, number>({ bytes: cacheBudgets.followedStreams, sizeOf: () => 8 });
  private readonly reads = new Map<string, object>();
  private isJoined = false;
  private joining: Promise<void> | undefined;

  constructor(private readonly tail: Pick<SharedTail, 'position' | 'use' | 'join' | 'leave'>) {}

  /** Whether the tail has passed `position` and knows no later event of the stream. */
  isLatest(stream: string, version: number, position: Position): boolean {
    return this.tail.position >= position && this.versions.get(stream) === version;
  }

  /** Reads the stream, and follows the version that was read. */
  async reading<V extends Version>(stream: string, read: () => Promise<V>): Promise<V> {
    await this.join();
    const own = {};
    this.reads.set(stream, own);
    try {
      const found = await read();
      if (this.isJoined && this.reads.get(stream) === own) this.versions.set(stream, found.version);
      return found;
    } finally {
      if (this.reads.get(stream) === own) this.reads.delete(stream);
    }
  }

  /** A read under way may have missed the event. */
  take({ stored: { stream, version } }: FollowedEvent): void {
    this.reads.delete(stream);
    if ((this.versions.get(stream) ?? version) < version) this.versions.delete(stream);
  }

  wake(): void {}

  passed(): void {}

  /** A tail that is opened later begins at its own head: what came between is unknown. */
  fail(): void {
    this.isJoined = false;
    this.joining = undefined;
    this.tail.leave(this);
    this.versions.clear();
    this.reads.clear();
  }

  /** While the tail cannot be opened, every state is read. */
  private join(): Promise<void> {
    this.joining ??= this.tail.use(this).then(
      () => {
        this.tail.join(this);
        this.isJoined = true;
      },
      () => this.fail(),
    );
    return this.joining;
  }
}
