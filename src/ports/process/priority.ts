/**
 * Whether a person waits for the outcome of work. Each kind has turns of its own in a queue, so that a large amount of
 * background work does not delay a person.
 */
export type Priority =
  /** A person requested it and waits. */
  | 'interactive'
  /** The service does it by itself. */
  | 'background';

export const otherPriority = (priority: Priority): Priority =>
  priority === 'interactive' ? 'background' : 'interactive';
