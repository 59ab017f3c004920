import type { FoldProgress } from './building/fold-progress.js';
import type { ServedVersions } from './building/served-versions.js';

export type BuildProgress = Pick<FoldProgress, 'begin' | 'folded' | 'end' | 'stop'>;

export interface ProjectorOptions {
  readonly rebuilt?: (reason: string) => void;
  /** Gets the progress of each start. */
  readonly starting?: BuildProgress;
  /** Gets the progress of raised versions that are built while previous ones serve. */
  readonly building?: BuildProgress;
  readonly served?: ServedVersions;
}
