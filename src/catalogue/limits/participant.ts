/** Bounds of participants. Lengths count code points. */
export const participantLimits = {
  /** Characters of a display name. */
  displayName: 50,
  /** Participants that a single call creates or notifies. */
  participantsPerCall: 1000,
  /** Valid client auth keys of one participant. Another key ends the oldest one. */
  clientAuthKeys: 50,
} as const;
