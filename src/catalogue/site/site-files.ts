export type SiteEncoding = 'br' | 'gzip' | 'identity';

/** One file of the built site, as the build lists it (site/build/pack-files.ts) and the service reads it. */
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
