/** A moment in UTC, written `2030-01-01T09:00:00.000Z` and in no other way, so that text order is time order. */
export type Instant = string & { readonly __instant: true };

/** @throws RangeError when `time` is not a valid time. */
export const instant = (time: string | number | Date): Instant => new Date(time).toISOString() as Instant;

export const epochMs = (at: Instant): number => Date.parse(at);

/** `ms` may be negative. */
export const plus = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);

export const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);

/** After everything that happens. */
export const FAR_FUTURE = '9999-12-31T23:59:59.999Z' as Instant;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
