/** Pauses between the attempts of a webhook delivery, in seconds. */
export const RETRY_PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Most pauses of a schedule that the operator sets. */
export const MOST_RETRY_PAUSES = 100;

/** Each pause is longer or shorter by up to this share. */
export const RETRY_JITTER = 0.1;

/** Pauses between the attempts of a test delivery in seconds, without jitter. */
export const TEST_RETRY_PAUSES = [1, 2, 4, 8, 16, 32] as const;

/** Days without a success after which an endpoint is disabled. */
export const DISABLED_AFTER_DAYS = 5;
