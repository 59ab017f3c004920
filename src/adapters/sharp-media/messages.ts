import type { AssetKind } from '../../catalogue/assets.js';
import type { MediaFault } from '../../ports/media/media-processor.js';
import type { SystemFailure } from '../../processes/pool-job.js';

/** A job: the process reads a file and writes its results to the same folder. */
export interface ToChild {
  readonly kind: AssetKind;
  readonly type: string;
  /** Media types that the detection may answer. */
  readonly detected: readonly string[];
  readonly source: string;
  readonly content: string;
  readonly thumbnail: string;
  readonly pixels: number;
  readonly thumbnailPixels: number;
}

/** `content`: the process made a file of its own; without it the source is the content. */
export type Inspected =
  | { readonly ok: true; readonly content?: true; readonly thumbnail?: true }
  | { readonly ok: false; readonly fault: MediaFault };

export type FromChild = Inspected | SystemFailure;
