import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import type { Parking } from '../parking.js';
import type { ProjectorLife } from '../projection-writer.js';
import type { FoldProgress } from './fold-progress.js';
import { ModelBuilder } from './model-builder.js';
import type { ServedVersions } from './served-versions.js';

/** Between two pages of a build, so that most of the time is left to requests. */
const PAUSE_MS = 10;
const RETRY_MS = 1_000;

/** The projector at work. */
export interface Folding {
  /** False: the projector has ended, or has begun again. */
  readonly isCurrent: () => boolean;
  /** Undefined before the first life. */
  readonly life: () => ProjectorLife | undefined;
  /** Nothing is folded into the versions that serve meanwhile. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** In a turn: folds the versions that serve and the second ones that are level. Raised versions serve where `isSwitched`. */
  readonly relevel: (isSwitched: boolean) => Promise<void>;
}

/** Builds versions of read models while others serve. The next start continues a build that was killed anywhere. */
export class VersionBuilds {
  private isRunning = false;
  private isStale = false;

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly parking: Parking,
    private readonly served: ServedVersions,
    private readonly folding: Folding,
    private readonly progress: Pick<FoldProgress, 'begin' | 'folded' | 'end'> | undefined,
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  /** Resolves after the first page, or when there is nothing to build. Called again it takes up what is new. */
  begin(): Promise<void> {
    this.isStale = true;
    if (this.isRunning) return Promise.resolve();
    this.isRunning = true;
    return new Promise((begun) => {
      void this.run(begun).finally(() => {
        this.isRunning = false;
      });
    });
  }

  private async run(begun: () => void): Promise<void> {
    const { isCurrent } = this.folding;
    while (isCurrent() && this.served.building.length > 0) {
      try {
        await this.build(begun);
      } catch (error) {
        begun();
        if (!isCurrent()) return;
        this.failed('projector', error);
        await sleep(RETRY_MS);
      }
    }
    begun();
  }

  private async build(begun: () => void): Promise<void> {
    const { isCurrent, inTurn, life } = this.folding;
    this.isStale = false;
    const builder = new ModelBuilder(this.log, this.documents, this.parking, this.progress);
    await builder.take(this.served.building);
    await builder.retryParked();
    this.progress?.begin(builder.positionsTo(life()?.level.at ?? 0));
    while (isCurrent() && !this.isStale) {
      const isLevel = await this.page(builder);
      if (isLevel && (await inTurn(() => this.settle(builder)))) return;
      begun();
      await sleep(PAUSE_MS);
    }
  }

  private async page(builder: ModelBuilder): Promise<boolean> {
    const life = this.folding.life();
    return life !== undefined && builder.fold(life.writer, life.level.at);
  }

  /** In a turn, so that no event comes in between. False when it is not the time any more. */
  private async settle(builder: ModelBuilder): Promise<boolean> {
    const { isCurrent, life, relevel } = this.folding;
    const goesOn = () => isCurrent() && !this.isStale && life() !== undefined;
    while (goesOn() && !(await this.page(builder)));
    if (!goesOn()) return false;
    this.served.join(this.served.building);
    await relevel(true);
    this.progress?.end();
    return true;
  }
}
