/** A moment at which a server ends as kill -9 does. Specs import this file, because the preloads change the stores. */
export interface CrashPoint {
  readonly at: (typeof CRASH_POINTS)[number];
  /** The event whose append is meant; for the others the first one. */
  readonly on?: string;
}

/** In the order in which a keyed request passes them. */
export const CRASH_POINTS = [
  'after-claim',
  'before-append',
  'after-append',
  'before-project',
  'after-project',
  'before-remember',
  'after-remember',
] as const;

/** Moments of an upload. */
export const ASSET_CRASHES = ['file-is-durable', 'upload-is-noted', 'before-event', 'after-event'] as const;
