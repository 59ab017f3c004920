import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Position } from '../../../kernel/event.js';
import { lruCache } from '../../../lib/lru-cache.js';

/**
 * A position is a byte of the server's log. A search over this many bytes is worth remembering, and is too long for a
 * look from the end.
 */
const WIDE_BYTES = 1024 * 1024;

/** Any record of the server's log. Its id shows that the log is still the same one. */
export interface ServerRecord {
  readonly position: Position;
  readonly id: string;
}

export interface KeptPlaces {
  /** The log has none of our events up to here. */
  readonly begin?: ServerRecord;
  /** The log has none of our events after `newest` up to here. */
  readonly end?: ServerRecord & { readonly newest: Position };
}

/** Where places outlive the process. */
export interface PlaceStore {
  load(): Promise<KeptPlaces | undefined>;
  keep(places: KeptPlaces): Promise<void>;
}

/**
 * Known places of our events in a shared log: the newest event, and ranges without events.
 * A search goes on behind such a stretch.
 */
export class LogPlaces {
  /** Positions where a record is known to begin. */
  private readonly records = lruCache<Position, true>({ bytes: cacheBudgets.eventPositions });
  /** By the event before it, the end of a stretch. */
  private readonly stretches = lruCache<Position, Position>({ bytes: cacheBudgets.eventPositions });
  private begin: Position = 0;
  private end: Position = 0;
  private keptBytes = 0;
  newest: Position = 0;

  isRecord(position: Position): boolean {
    return this.records.get(position) === true;
  }

  noteRecord(position: Position): void {
    this.records.set(position, true);
  }

  /** Notes an event of ours. */
  saw(position: Position): void {
    this.noteRecord(position);
    if (position <= this.newest) return;
    if (this.end > this.newest && this.newest > 0) this.stretches.set(this.newest, this.end);
    this.newest = position;
    this.end = Math.max(this.end, position);
  }

  /** From here on a search for the event after `position` has something to find. */
  searchedTo(position: Position): Position {
    const known = position === 0 ? this.begin : position === this.newest ? this.end : this.stretches.get(position);
    return Math.max(known ?? 0, position);
  }

  /**
   * Records that none of our events follows the one at `after` up to `until`. With `after` 0 the stretch begins at the
   * start.
   */
  noteNone(after: Position, until: Position): void {
    if (after === 0) this.begin = Math.max(this.begin, until);
    if (after === this.newest) this.end = Math.max(this.end, until);
    else if (after !== 0 && until > this.searchedTo(after)) this.stretches.set(after, until);
  }

  /** Others have written much since our newest event. */
  get isEndWide(): boolean {
    return this.end - this.newest > WIDE_BYTES;
  }

  /** Positions to keep; undefined while less than `bytes` were searched since the last time. */
  toKeep(
    bytes = WIDE_BYTES,
  ): { readonly begin: Position; readonly end: Position; readonly newest: Position } | undefined {
    const { searched, begin, end, newest } = this;
    if (searched - this.keptBytes < bytes) return undefined;
    this.keptBytes = searched;
    return { begin, end, newest };
  }

  private get searched(): number {
    return this.begin + (this.newest > 0 ? this.end - this.newest : 0);
  }

  restore({ begin, end }: KeptPlaces): void {
    if (begin) this.noteNone(0, begin.position);
    if (end) {
      if (end.newest > 0) this.saw(end.newest);
      this.noteNone(end.newest, end.position);
    }
    this.keptBytes = this.searched;
  }
}
