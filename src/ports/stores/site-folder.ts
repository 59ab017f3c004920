import type { SiteEncoding, SiteFile } from '../../catalogue/site/site-files.js';

export type { SiteEncoding, SiteFile } from '../../catalogue/site/site-files.js';

/** One build of the site. A later build does not change it. */
export interface SiteFolder {
  /** By route. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /**
   * All bytes of a small file, or of one that names the origin, kept for the next requests. Undefined for another large
   * file.
   */
  whole(file: SiteFile, encoding: SiteEncoding): Promise<Uint8Array> | undefined;
  /** The bytes in parts, never as a whole. */
  read(file: SiteFile, encoding: SiteEncoding): AsyncIterable<Uint8Array>;
}
