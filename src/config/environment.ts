/** Settings by name, as the process was given them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The user of a URL up to its last `@`. A password is not escaped everywhere. */
const PASSWORD = /(\/\/[^\s/@:"]*:)[^\s"]*@/g;

/** A setting has an invalid value. The message says which values are valid; it never repeats a password of a URL. */
export class WrongSetting extends Error {
  constructor(message: string) {
    super(message.replace(PASSWORD, '$1…@'));
  }
}

/** The parts of a text between commas. */
export const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The text of a setting without blanks around it; undefined where it is absent or empty. */
export const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;
