import type { Sample } from './load.js';
import { interleaved, medianOf, type Rounds } from './rounds.js';
import { grid, times } from './table.js';

/** The two checkouts, or one value for each. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/** Figures of the samples that are compared. */
export interface Figure {
  readonly value: (sample: Sample) => number;
  readonly format: (value: number) => string;
}

export interface ComparedRow {
  readonly benchmark: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** Median of after divided by median of before. */
  readonly ratio: string;
  /** The lowest and the highest ratio of one round. */
  readonly range: string;
}

type Measure = (ms: number) => Promise<Sample>;

/** Measures one figure of both checkouts in alternating order, so that noise affects both alike. */
export async function compare(
  benchmark: string,
  what: string,
  { value, format }: Figure,
  measures: Pair<Measure>,
  rounds: Rounds,
): Promise<ComparedRow> {
  const { before, after } = await interleaved<keyof Pair<Measure>, Sample>(
    { before: measures.before, after: measures.after },
    { ...rounds, alternate: true },
  );
  const ratios = after.map((sample, i) => value(sample) / value(before[i] as Sample)).sort((a, b) => a - b);
  const medians = { before: medianOf(before, value), after: medianOf(after, value) };
  return {
    benchmark,
    what,
    before: format(medians.before),
    after: format(medians.after),
    ratio: times(medians.after / medians.before),
    range: `${times(ratios[0] ?? Number.NaN)} to ${times(ratios.at(-1) ?? Number.NaN)}`,
  };
}

const COLUMNS = ['benchmark', 'what', 'before', 'after', 'ratio', 'range'] as const;

export const comparisonTable = (rows: readonly ComparedRow[]): string =>
  grid([
    ['benchmark', 'what', 'before', 'after', 'after / before', 'of single rounds'],
    ...rows.map((row) => COLUMNS.map((column) => row[column])),
  ]);
