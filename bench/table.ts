/** One figure of a benchmark, the bound it must keep, and whether it does. */
export interface Row {
  readonly benchmark: string;
  readonly what: string;
  readonly baseline: string;
  readonly product: string;
  readonly ratio: string;
  readonly bound: string;
  /** Absent without a bound. */
  readonly reached?: boolean;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 3 : 1)} ms`;
export const times = (value: number): string => `${value.toFixed(2)}×`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
export const percent = (value: number): string => `${Math.round(value * 100)} %`;

const COLUMNS = ['benchmark', 'what', 'baseline', 'product', 'ratio', 'bound', 'reached'] as const;

const cells = (row: Row): readonly string[] =>
  COLUMNS.map((column) => {
    if (column !== 'reached') return row[column];
    return row.reached === undefined ? '' : row.reached ? 'yes' : 'NO';
  });

export const table = (rows: readonly Row[]): string => grid([COLUMNS, ...rows.map(cells)]);

/** Lines of cells as a Markdown table; the first line is its head. */
export function grid(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const written = lines.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}
