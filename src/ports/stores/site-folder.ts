export type SiteEncoding = 'br' | 'gzip' | 'identity';

/** One built file as site/build/pack-files.ts lists it. */
export interface SiteFile {
  /** Path below the folder. */
  readonly file: string;
  readonly type: string;
  /** Digest of the content. */
  readonly hash: string;
  /** Bytes by encoding. */
  readonly sizes: Readonly<Partial<Record<SiteEncoding, number>>>;
  /** Hashes of the scripts within a page and hosts of its foreign ones, as a content security policy names them. */
  readonly scripts?: readonly string[];
  /** Other hosts that a page calls. */
  readonly calls?: readonly string[];
  /** Whether the file has the origin of the build, in place of which the service sends its own. */
  readonly namesOrigin?: true;
  /** A page of the app. It loads files of its own origin alone, and no request names it as referrer. */
  readonly isApp?: true;
}

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
