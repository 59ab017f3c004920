import type { Head } from './resting-head.js';

/** Heads read at a time. */
const PAGE = 200;
const NEVER = Number.POSITIVE_INFINITY;

export interface DueLaneParts {
  readonly read: (after: string, limit: number) => Promise<readonly Head[]>;
  /** Whether a head that rests is to be looked at before its time. */
  readonly judge: () => Promise<(head: Head) => boolean>;
  readonly hasRoom: () => boolean;
  /** False: there is no room for it. */
  readonly take: (head: Head) => boolean;
  readonly nowMs: () => number;
}

/**
 * Reads the due heads of a lane as there is room, a page at a time from the earliest on. Between the passes it knows
 * the time of the next head, so that heads that rest cost nothing.
 */
export class DueLane {
  private isWanted: boolean;
  /** The pass under way, or the next one, also reads the heads whose time has not come. */
  private isThorough: boolean;
  private wantsAgain: { thorough: boolean } | undefined;
  private isReading = false;
  private cursor = '';
  private seen = 0;
  private nextMs = NEVER;
  private mayHold: boolean;

  constructor(
    private readonly parts: DueLaneParts,
    /** The operational store may have heads. */
    unread: boolean,
  ) {
    this.isWanted = this.isThorough = this.mayHold = unread;
  }

  /** The operational store may have heads of the lane. */
  get mayHaveHeads(): boolean {
    return this.mayHold;
  }

  get canRead(): boolean {
    return this.isWanted && !this.isReading && this.parts.hasRoom();
  }

  /** Something was put, or may be due before its time (`thorough`). */
  request(thorough: boolean): void {
    this.mayHold = true;
    if (this.cursor === '' && !this.isReading) {
      this.isWanted = true;
      this.isThorough ||= thorough;
    } else this.wantsAgain = { thorough: thorough || this.wantsAgain?.thorough === true };
  }

  /** A head was put with this time. */
  rests(dueMs: number): void {
    this.mayHold = true;
    this.nextMs = Math.min(this.nextMs, dueMs);
  }

  /** No head of the lane is in memory any more. */
  emptied(): void {
    if (this.mayHold && this.nextMs === NEVER) this.request(false);
  }

  /** @returns whether there is something to read */
  wake(nowMs: number): boolean {
    const again = this.wantsAgain;
    if (again && this.cursor === '' && !this.isReading) {
      this.wantsAgain = undefined;
      this.request(again.thorough);
    }
    if (this.nextMs <= nowMs) this.request(false);
    return this.canRead;
  }

  async fill(): Promise<void> {
    if (!this.canRead) return;
    this.isReading = true;
    try {
      while (this.isWanted && this.parts.hasRoom()) await this.readPage();
    } finally {
      this.isReading = false;
    }
  }

  private async readPage(): Promise<void> {
    if (this.cursor === '') {
      this.nextMs = NEVER;
      this.seen = 0;
    }
    const page = await this.parts.read(this.cursor, PAGE);
    const isWoken = this.isThorough ? await this.parts.judge() : () => false;
    const nowMs = this.parts.nowMs();
    for (const head of page) {
      this.seen++;
      if (head.dueMs <= nowMs || isWoken(head)) {
        if (!this.parts.take(head)) return;
      } else {
        this.nextMs = Math.min(this.nextMs, head.dueMs);
        if (!this.isThorough) return this.end();
      }
      this.cursor = head.id;
    }
    if (page.length < PAGE) this.end();
  }

  private end(): void {
    if (this.seen === 0 && !this.wantsAgain && this.nextMs === NEVER) this.mayHold = false;
    this.cursor = '';
    this.isWanted = this.isThorough = false;
  }
}
