export type Members = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
