import type { AssetFailure, AssetKind } from '../../catalogue/assets.js';
import { token } from '../../kernel/token.js';
import type { Bytes } from './asset-store.js';

export interface MediaJob {
  readonly kind: AssetKind;
  /** Type of the table in `catalogue/assets.ts` that the upload named. Default: the content decides. */
  readonly type?: string;
  readonly source: Bytes;
  /** Called before a compression starts. */
  readonly compressing: () => Promise<void>;
}

export interface MediaFile {
  readonly type: string;
  readonly size: number;
  /** Its bytes, as long as the result is in use. */
  open(): Bytes;
}

/** Why an upload is refused. An image that takes too much time or memory has too many pixels. */
export type MediaFault = Extract<AssetFailure, 'type_differs' | 'undecodable' | 'too_many_pixels'>;

export type MediaResult =
  | { readonly ok: true; readonly content: MediaFile; readonly thumbnail?: MediaFile }
  | { readonly ok: false; readonly fault: MediaFault };

/** Looks into uploads where that can be killed: detects the type, removes metadata, makes thumbnails, compresses. */
export interface MediaProcessor {
  /**
   * Hands the result to `use`; its files exist until `use` ends.
   * @throws what `source`, `compressing` or `use` throws, and StoreUnavailable where no process could be started
   */
  process<T>(job: MediaJob, use: (result: MediaResult) => Promise<T>): Promise<T>;
  /** Removes what killed processes left a day ago. */
  sweep(): Promise<void>;
  /** Ends the processes under way. Later work starts others. */
  close(): void;
}

export const MEDIA_PROCESSOR = token<MediaProcessor>('MediaProcessor');
