/** Placeholder until the call is there. */
export const useUnread = (): number => 0;
