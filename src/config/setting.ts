import { type Environment, textOf, WrongSetting } from './environment.js';

/** A row of `docs/settings.md`. Texts are Markdown. */
export interface SettingFacts {
  readonly name: string;
  readonly default: string;
  /** Valid values with their unit and bounds. */
  readonly values: string;
  readonly meaning: string;
  /** It may come from the file that `<name>_FILE` names, and no error repeats it. */
  readonly secret?: true;
}

export interface Setting<V> extends SettingFacts {
  /** @throws WrongSetting */
  read(environment: Environment): V;
}

/** Settings by their name in the code. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

export type ValuesOf<T extends Settings> = { readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never };

/** `parse` gets the text of the setting, or undefined where it is absent or empty. It throws WrongSetting. */
export const setting = <V>(
  facts: SettingFacts,
  parse: (text: string | undefined, environment: Environment) => V,
): Setting<V> => ({
  ...facts,
  read: (environment) => parse(textOf(environment, facts.name), environment),
});

/** A text without a rule. */
export const text = (facts: SettingFacts): Setting<string | undefined> => setting(facts, (given) => given);

interface IntegerFacts extends Omit<SettingFacts, 'default' | 'values'> {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** Reason of the bounds, for the error. */
  readonly why?: string;
}

export const integer = ({ default: fallback, min, max, unit, why = '', ...facts }: IntegerFacts): Setting<number> =>
  setting({ ...facts, default: String(fallback), values: `${min} to ${max}${unit && ` ${unit}`}` }, (given) => {
    if (given === undefined) return fallback;
    const value = Number(given);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new WrongSetting(`${facts.name} must be an integer from ${min} to ${max}, not "${given}".${why}`);
  });

/** `true` or `false`. */
export const flag = (facts: Omit<SettingFacts, 'default' | 'values'>): Setting<boolean> =>
  setting({ ...facts, default: '`false`', values: '`true`, `false`' }, (given = 'false') => {
    if (given === 'true' || given === 'false') return given === 'true';
    throw new WrongSetting(`${facts.name} must be true or false, not "${given}".`);
  });

export const readSettings = <T extends Settings>(table: T, environment: Environment): ValuesOf<T> =>
  Object.fromEntries(Object.entries(table).map(([key, each]) => [key, each.read(environment)])) as ValuesOf<T>;
