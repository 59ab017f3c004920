import type { Position } from '../../../kernel/event.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import { checkpointName } from '../checkpoints.js';
import { retryParked } from '../parked/retry-parked.js';
import type { Parking } from '../parking.js';
import { foldedTypes, groupOf, type ProjectionGroup, type ProjectionWriter } from '../projection-writer.js';
import type { FoldProgress } from './fold-progress.js';

const PAGE = 500;

/** Read models that are behind others: those of one position are folded together. */
export class ModelBuilder {
  private groups: readonly ProjectionGroup[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly parking: Parking,
    private readonly progress: Pick<FoldProgress, 'folded'> | undefined,
  ) {}

  /** Takes up what the store has of them. */
  async take(projections: readonly AnyProjection[]): Promise<void> {
    const byPosition = new Map<Position, AnyProjection[]>();
    for (const each of projections) {
      const at = await this.documents.checkpoint(checkpointName(each));
      byPosition.set(at, [...(byPosition.get(at) ?? []), each]);
    }
    this.groups = [...byPosition].map(([at, alike]) => groupOf(alike, at));
  }

  async retryParked(): Promise<void> {
    for (const { checkpoints, projections, at } of this.groups) {
      const parked = this.parking.all.filter(({ readModel }) => checkpoints.includes(readModel));
      await retryParked(parked, this.log, this.documents, projections, this.parking, at);
    }
  }

  /** Positions from where they are to `until`. */
  positionsTo(until: Position): number {
    return this.groups.reduce((sum, { at }) => sum + Math.max(0, until - at), 0);
  }

  /** Folds one page into those that are furthest behind. True: all have reached `until`. */
  async fold(writer: ProjectionWriter, until: Position): Promise<boolean> {
    const [group] = this.groups.filter(({ at }) => at < until).sort((a, b) => a.at - b.at);
    if (!group) return true;
    const before = group.at;
    const page = await this.log.readTypes(group.at, PAGE, foldedTypes(group));
    const events = page.events.filter(({ meta }) => meta.position <= until);
    // The last events of a page may be damaged, or of other types.
    const end = Math.min(page.last ?? until, until);
    if (events.length > 0) await writer.apply(events, group, end);
    await writer.passOver({ id: '', position: end }, group);
    this.progress?.folded(group.at - before, page.count);
    return this.groups.every(({ at }) => at >= until);
  }
}
