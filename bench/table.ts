/** One promise, what was measured of it, and whether it was kept. */
export interface Row {
  readonly goal: string;
  readonly what: string;
  readonly floor: string;
  readonly product: string;
  readonly ratio: string;
  readonly bound: string;
  /** Left out where nothing is promised. */
  readonly reached?: boolean;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 3 : 1)} ms`;
export const times = (value: number): string => `${value.toFixed(2)}×`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
export const percent = (value: number): string => `${Math.round(value * 100)} %`;

const COLUMNS = ['goal', 'what', 'floor', 'product', 'ratio', 'bound', 'reached'] as const;

const cells = (row: Row): readonly string[] =>
  COLUMNS.map((column) => {
    if (column !== 'reached') return row[column];
    return row.reached === undefined ? '' : row.reached ? 'yes' : 'NO';
  });

export function table(rows: readonly Row[]): string {
  const lines = [COLUMNS, ...rows.map(cells)];
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const written = lines.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}
