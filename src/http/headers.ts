/** Our answers' headers that a browser's script may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Location',
  'Retry-After',
  'Tidings-Position',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Preference-Applied',
  'Allow',
  'WWW-Authenticate',
] as const;
