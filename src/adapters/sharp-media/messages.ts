import type { AssetKind, detectable } from '../../catalogue/assets.js';
import type { MediaFault } from '../../ports/media/media-processor.js';
import type { SystemFailure } from '../../processes/pool-job.js';

/** A job: the process reads a file and writes its results to the same folder. */
export interface ToChild {
  readonly kind: AssetKind;
  /** Types that the upload may be of, each with the media types that detection may return for it. */
  readonly types: ReturnType<typeof detectable>;
  readonly source: string;
  readonly content: string;
  readonly thumbnail: string;
  /** Pixels at most, all frames together. */
  readonly pixels: number;
  /** Pixels of an image that keeps its size. */
  readonly fullSizePixels: number;
  readonly thumbnailPixels: number;
}

/** `content`: the process made a file of its own; without it the source is the content. `type`: of the table. */
export type Inspected =
  | { readonly ok: true; readonly type: string; readonly content?: true; readonly thumbnail?: true }
  | { readonly ok: false; readonly fault: MediaFault | 'too_much_work' };

export type FromChild = Inspected | SystemFailure;
