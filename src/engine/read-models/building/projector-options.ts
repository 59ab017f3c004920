import type { FoldProgress } from './fold-progress.js';
import type { ServedVersions } from './served-versions.js';
import type { Folding } from './version-builds.js';

export type BuildProgress = Pick<FoldProgress, 'begin' | 'folded' | 'end' | 'stop'>;

export interface ProjectorAtWork extends Folding {
  /** Builds the second versions that are not level. */
  build(): void;
}

export interface ProjectorOptions {
  readonly rebuilt?: (reason: string) => void;
  /** Gets the progress of each start. */
  readonly starting?: BuildProgress;
  /** Gets the progress of raised versions that are built while previous ones serve. */
  readonly building?: BuildProgress;
  readonly served?: ServedVersions;
  /** Work on read models that operators give, while the projector is at work. */
  readonly tasks?: { start(atWork: ProjectorAtWork): Promise<void>; close(): void };
}
