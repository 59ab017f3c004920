// Written by test/sdk/types.spec.ts from the OpenAPI document. Do not edit.

/** Statuses after which a request is sent again. */
export const RETRIED: readonly number[] = [408, 429, 500, 502, 503, 504];
/** Codes of errors that pass. */
export const PASSING: readonly string[] = [
  'errors.request.timeout',
  'errors.rate_limited',
  'errors.identity_provider.unavailable',
  'errors.asset.too_slow',
  'errors.geocoder.unavailable',
  'errors.service.starting',
  'errors.position.not_reached',
  'errors.store.unavailable',
  'errors.store.refused',
  'errors.stream.unreadable',
  'errors.internal',
  'errors.idempotency.in_progress',
];
