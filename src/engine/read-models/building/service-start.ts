import { Rejection } from '../../../kernel/rejection.js';
import type { CaughtUp } from '../caught-up.js';
import type { FoldProgress } from './fold-progress.js';

/** Whether this process has started. Until then it answers only how far it is. */
export class ServiceStart {
  private over = false;

  constructor(
    private readonly folding: Pick<FoldProgress, 'isRunning' | 'ratio'>,
    private readonly caughtUp: Pick<CaughtUp, 'position' | 'least' | 'hasBegun'>,
  ) {}

  get isOver(): boolean {
    return this.over;
  }

  /** From 0 to 1. In a process that does not fold, the share that another one has folded. */
  get ratio(): number {
    if (this.folding.isRunning) return this.folding.ratio;
    if (!this.over) return 0;
    return this.caughtUp.hasBegun ? 1 : this.caughtUp.position / this.caughtUp.least;
  }

  /** The read models of this process, or of another one that folds for it, are complete. */
  get isComplete(): boolean {
    return this.over && !this.folding.isRunning && this.caughtUp.hasBegun;
  }

  end(): void {
    this.over = true;
  }

  rejection(): Rejection {
    return new Rejection('errors.service.starting', [], { percent: Math.min(99, Math.floor(this.ratio * 100)) });
  }
}
