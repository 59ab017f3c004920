import type { Table } from './tables.js';

type Bound = number | { readonly min: number; readonly max: number };

const digits = new Intl.NumberFormat('en');

/** The comment above each name of a table of bounds in the source. */
export const commentsIn = (source: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...source.matchAll(/\/\*\* (.+?) \*\/\s+(\w+): /g)].map(([, comment = '', name = '']) => [name, comment]),
  );

export const boundText = (bound: Bound): string =>
  typeof bound === 'number' ? digits.format(bound) : `${digits.format(bound.min)} to ${digits.format(bound.max)}`;

/** A table of the bounds of these names, with the comments of their source. */
export const boundTable = (
  head: readonly string[],
  bounds: Readonly<Record<string, Bound>>,
  sources: readonly string[],
  names: readonly string[] = Object.keys(bounds),
): Table => {
  const comments: Readonly<Record<string, string>> = Object.assign({}, ...sources.map(commentsIn));
  const rows = names.map((name) => {
    const [bound, comment] = [bounds[name], comments[name]];
    if (bound === undefined || comment === undefined) throw new Error(`The catalogue has no bound ${name}.`);
    return [comment.replace(/\.$/, ''), boundText(bound)];
  });
  return { head, rows, numbers: [1] };
};
