/** A spec and the title of a test, or of a row of its table. */
export type Named = readonly [spec: string, title: string];

/** Attacks and the tests that try each. */
export type Attacks = Readonly<Record<string, readonly Named[]>>;

export const named = (spec: string, ...titles: readonly string[]): readonly Named[] =>
  titles.map((title) => [spec, title]);
