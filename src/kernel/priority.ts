/**
 * Whether a person waits for the outcome of work. The two kinds take turns of their own in a queue, so that work that
 * nobody waits for, however much there is, does not hold up a person.
 */
export type Priority =
  /** A person requested it and waits. */
  | 'interactive'
  /** The service does it by itself. */
  | 'background';

export const otherPriority = (priority: Priority): Priority =>
  priority === 'interactive' ? 'background' : 'interactive';
