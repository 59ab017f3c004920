import type { LoopTurns } from '../../kernel/loop-turns.js';
import type { TurnLength } from '../../kernel/turn-length.js';

/** An early commit waits so long for further appends. */
const TOGETHER_MS = 1.5;
/** The least time between a commit and an early one, in durations of that commit. A commit holds up the event loop. */
const COMMITS_BETWEEN = 3;

/** Has what quiet tenants append committed before further requests of busy tenants are handled. */
export class EarlyCommits {
  private endedMs = Number.NEGATIVE_INFINITY;
  private lastedMs = 0;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly turns: Pick<LoopTurns, 'keepsFreeFor'>,
    private readonly length: Pick<TurnLength, 'hasten'>,
  ) {}

  appended(tenantId: string, commit: () => void): void {
    if (this.cancel || !this.turns.keepsFreeFor(tenantId)) return;
    if (performance.now() - this.endedMs < COMMITS_BETWEEN * this.lastedMs) return;
    this.cancel = this.length.hasten(TOGETHER_MS, () => {
      this.cancel = undefined;
      commit();
    });
  }

  /** Called with each commit. It replaces an early commit that is due. */
  during<T>(commit: () => T): T {
    this.cancel?.();
    this.cancel = undefined;
    const beganMs = performance.now();
    try {
      return commit();
    } finally {
      this.endedMs = performance.now();
      this.lastedMs = this.endedMs - beganMs;
    }
  }
}
