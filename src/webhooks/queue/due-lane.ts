import { epochMs } from '../../kernel/instant.js';
import type { Waiting } from './queue-store.js';

/** Deliveries read at a time. */
const PAGE = 200;
const NEVER = Number.POSITIVE_INFINITY;

/** `opened`: its conversation is in memory now. `known`: it was before. `full`: there is no room for it. */
export type Taken = 'opened' | 'known' | 'full';

export interface DueLaneParts {
  readonly read: (limit: number, after?: Waiting) => Promise<readonly Waiting[]>;
  /** Whether a delivery is to be looked at before its time. */
  readonly judge: () => Promise<(waiting: Waiting) => boolean>;
  readonly hasRoom: () => boolean;
  readonly take: (waiting: Waiting) => Taken;
  readonly nowMs: () => number;
}

interface Pass {
  /** It also reads the deliveries whose time has not come. */
  readonly isThorough: boolean;
  cursor?: Waiting;
  /** It found something that is not in memory of a conversation before. */
  hasFound: boolean;
}

/**
 * Reads what is due in a lane as there is room, a page at a time from the earliest on. Between the passes it knows
 * the time of the next delivery, so that deliveries that rest cost nothing.
 */
export class DueLane {
  private wanted: { readonly isThorough: boolean } | undefined;
  private pass: Pass | undefined;
  private isReading = false;
  private nextMs = NEVER;
  private mayHold = false;

  constructor(private readonly parts: DueLaneParts) {}

  /** The operational store may have deliveries of conversations that are not in memory. */
  get mayHaveMore(): boolean {
    return this.mayHold;
  }

  get canRead(): boolean {
    return !this.isReading && this.hasWork;
  }

  /** Something was put, or may be due before its time (`isThorough`). */
  request(isThorough: boolean): void {
    this.mayHold = true;
    this.wanted = { isThorough: isThorough || this.wanted?.isThorough === true };
  }

  /** A delivery was put with this time. */
  rests(dueMs: number): void {
    this.mayHold = true;
    this.nextMs = Math.min(this.nextMs, dueMs);
  }

  /**
   * @param isIdle no conversation of the tenant is in memory
   * @returns whether there is something to read
   */
  wake(nowMs: number, isIdle: boolean): boolean {
    if (this.nextMs <= nowMs || (isIdle && this.mayHold && this.nextMs === NEVER)) this.request(false);
    return this.canRead;
  }

  async fill(): Promise<void> {
    if (!this.canRead) return;
    this.isReading = true;
    try {
      while (this.hasWork) await this.readPage();
    } finally {
      this.isReading = false;
    }
  }

  private get hasWork(): boolean {
    return (this.pass ?? this.wanted) !== undefined && this.parts.hasRoom();
  }

  private async readPage(): Promise<void> {
    this.pass ??= this.begin();
    const { pass } = this;
    const page = await this.parts.read(PAGE, pass.cursor);
    const isWoken = pass.isThorough ? await this.parts.judge() : () => false;
    const nowMs = this.parts.nowMs();
    for (const waiting of page) {
      const dueMs = waiting.due === undefined ? 0 : epochMs(waiting.due);
      if (dueMs <= nowMs || isWoken(waiting)) {
        const taken = this.parts.take(waiting);
        if (taken === 'full') return;
        pass.hasFound ||= taken === 'opened';
      } else {
        pass.hasFound = true;
        this.nextMs = Math.min(this.nextMs, dueMs);
        if (!pass.isThorough) return this.end(pass);
      }
      pass.cursor = waiting;
    }
    if (page.length < PAGE) this.end(pass);
  }

  private begin(): Pass {
    const { isThorough = false } = this.wanted ?? {};
    this.wanted = undefined;
    this.nextMs = NEVER;
    return { isThorough, hasFound: false };
  }

  private end({ hasFound }: Pass): void {
    if (!hasFound && !this.wanted && this.nextMs === NEVER) this.mayHold = false;
    this.pass = undefined;
  }
}
