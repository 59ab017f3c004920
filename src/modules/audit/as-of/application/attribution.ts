import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import type { LookedAt } from '../../../../../projections/audit-event/reads.js';
import type { Position } from '../../../../kernel/event.js';
import { type Difference, isSame, valueAt } from './differences.js';

/** Reads the subject as of a position. */
export type ShowAt = (position: Position) => Promise<unknown>;

/** Finds the last event that made each difference, with few looks at the subject. */
export class Attribution {
  readonly events = new Map<Difference, string>();
  /** Differences of which no event of the walk is known to be, or not to be, the last one. */
  private readonly open: Set<Difference>;
  /** Made by an event that the walk did not come by. */
  private readonly byOthers = new Set<Difference>();

  constructor(
    differences: readonly Difference[],
    private readonly showAt: ShowAt,
  ) {
    this.open = new Set(differences);
  }

  get isDone(): boolean {
    return this.open.size + this.byOthers.size === 0;
  }

  /** Looks at the subject before each of some events, the newest first. False where there are more than `most` of them. */
  async walk(newestFirst: AsyncIterable<LookedAt>, most: number): Promise<boolean> {
    for (const difference of this.byOthers) this.open.add(difference);
    this.byOthers.clear();
    let looks = 0;
    for await (const { entry, isWanted } of newestFirst) {
      if (this.open.size === 0) return true;
      if (!isWanted) continue;
      if (looks++ === most) return false;
      await this.look(entry);
    }
    return true;
  }

  /** For members that no event of the subject moves: the position behind which each is as it is at the end, by halves. */
  async halve(from: Position, to: Position, entryAt: (position: Position) => Promise<AuditEntry | undefined>) {
    for (const difference of [...this.open, ...this.byOthers]) {
      let [low, high] = [from, to];
      while (high - low > 1) {
        const middle = low + Math.floor((high - low) / 2);
        if (isReached(difference, await this.showAt(middle))) high = middle;
        else low = middle;
      }
      const entry = await entryAt(high);
      if (entry) this.events.set(difference, entry.id);
    }
  }

  private async look({ id, position }: AuditEntry): Promise<void> {
    const behind = await this.showAt(position);
    for (const difference of this.open) if (!isReached(difference, behind)) this.leave(difference);
    if (this.open.size === 0) return;
    const before = await this.showAt(position - 1);
    for (const difference of this.open) {
      if (isReached(difference, before)) continue;
      this.events.set(difference, id);
      this.open.delete(difference);
    }
  }

  private leave(difference: Difference): void {
    this.open.delete(difference);
    this.byOthers.add(difference);
  }
}

/** Whether the subject is as it is at the end; where it began or ended meanwhile: whether it is there. */
function isReached({ path, after }: Difference, shown: unknown): boolean {
  if (path === '') return (shown === undefined) === (after === undefined);
  return isSame(valueAt(shown, path), after);
}
