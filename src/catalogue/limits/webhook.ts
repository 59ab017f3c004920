/** Bounds of webhooks and of the event feed. */
export const webhookLimits = {
  /** Events of a page of the feed by default. */
  eventsDefault: 100,
} as const;
