import type { Table } from './tables.js';

/** A bound, a range, or several bounds of one thing by name. */
type Bound = number | Readonly<Record<string, number>>;

const digits = new Intl.NumberFormat('en');

/** The comment above each name of a table of bounds in the source. */
export const commentsIn = (source: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...source.matchAll(/\/\*\* (.+?) \*\/\s+(\w+): /g)].map(([, comment = '', name = '']) => [name, comment]),
  );

export function boundText(bound: Bound): string {
  if (typeof bound === 'number') return digits.format(bound);
  const { min, max } = bound;
  if (min !== undefined && max !== undefined) return `${digits.format(min)} to ${digits.format(max)}`;
  return Object.entries(bound)
    .map(([name, each]) => `${digits.format(each)} (${name})`)
    .join(', ');
}

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
    if (bound === undefined || comment === undefined) throw new Error(`The catalogue has no limit ${name}.`);
    return [comment.replace(/\.$/, ''), boundText(bound)];
  });
  return { head, rows, numbers: [1] };
};
