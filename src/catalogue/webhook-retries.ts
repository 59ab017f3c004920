/**
 * Pauses between the attempts of a webhook delivery, in seconds. They are 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h
 * and 24 h.
 */
export const RETRY_PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Most pauses of a schedule that the operator sets. */
export const MOST_RETRY_PAUSES = 100;

/** Each pause is longer or shorter by up to this share. */
export const RETRY_JITTER = 0.1;

/** Pauses between the attempts of a test delivery in seconds, without jitter. */
export const TEST_RETRY_PAUSES = [1, 2, 4, 8, 16, 32] as const;

/** Days without a success after which an endpoint is disabled. */
export const DISABLED_AFTER_DAYS = 5;
