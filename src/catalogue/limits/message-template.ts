/** Bounds of message templates. Lengths count code points. */
export const messageTemplateLimits = {
  /** Parameters of a message template. */
  templateParameters: 50,
  /** Characters of a path into conversation_data. */
  valuePath: 500,
} as const;
