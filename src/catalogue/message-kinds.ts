/** Describes each kind of message. */
export const messageKindTexts = {
  TEXT: 'A text.',
  LOCATION: 'A place.',
  IMAGE: 'An image.',
  VIDEO: 'A video.',
  AUDIO: 'A sound.',
  REQUEST_LOCATION: 'A request for a location.',
} as const;
