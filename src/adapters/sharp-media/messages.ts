import type { AssetKind } from '../../catalogue/assets.js';
import type { MediaFault } from '../../ports/media-processor.js';

/** What the process is asked: to look at a file, and to leave what it makes of it in the same folder. */
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
export type FromChild =
  | { readonly ok: true; readonly content?: true; readonly thumbnail?: true }
  | { readonly ok: false; readonly fault: MediaFault };
