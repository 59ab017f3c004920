/** Settings by name, as the process was given them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting has an invalid value. The message says which values are valid; it never repeats a secret. */
export class WrongSetting extends Error {}

/** The parts of a text between commas. */
export const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The text of a setting without blanks around it; undefined where it is absent or empty. */
export const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;
