import { medianOf } from '../../../bench/rounds.js';
import { grid } from '../../../bench/table.js';
import { type CampaignReport, NOBODY, TENANTS, type Window } from './campaign.js';
import { type Measure, measures } from './quiet-tenant.js';

/** The quiet tenant's slowest hundredth may take so many times as long as alone. */
const WORST_RATIO = 3;
/** Attackers other than those of section B may take it: one legal body of 4 MiB may hold the event loop for so long. */
const FLOOR_MS = 100;
/** Hostile tenants send legal bodies of 4 MiB, which may hold the event loop for so long (issue 9). */
const LONGEST_STALL_MS = 100;

/** The median of an errand beside all. */
const ERRAND_MS = 1_000;

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY;
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : `${Math.round(value)}`);

/** All windows beside the same attackers. Figures are medians of them. */
class Measured {
  constructor(
    readonly beside: string,
    readonly windows: readonly Window[],
  ) {}

  time(measure: Measure, part: number): number {
    return medianOf(this.windows, ({ times }) => percentile(times[measure], part));
  }

  get answers(): string {
    const sums: Record<string, number> = {};
    for (const { statuses } of this.windows.flatMap(({ tallies }) => tallies))
      for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count;
    return Object.entries(sums)
      .map(([status, count]) => `${count}×${status === '0' ? 'none' : status}`)
      .join(' ');
  }

  get stalls(): string {
    return this.windows.map(({ stallMs }) => Math.round(stallMs)).join(' ');
  }
}

const measuredOf = (windows: readonly Window[]): readonly Measured[] =>
  [...Map.groupBy(windows, ({ beside }) => beside)].map(([beside, each]) => new Measured(beside, each));

const aloneOf = (measured: readonly Measured[]) =>
  measured.find(({ beside }) => beside === NOBODY) ?? new Measured(NOBODY, []);

/** A line for each group of attackers: p50 and p99 of each measure in ms, and the ratio of p99 to that alone. */
export function table({ windows }: CampaignReport): string {
  const measured = measuredOf(windows);
  const alone = aloneOf(measured);
  const head = ['beside', ...measures.flatMap((each) => [`${each} p50`, 'p99', '×'])];
  const cells = measured.map((group) => [
    group.beside,
    ...measures.flatMap((each) => {
      const slowest = group.time(each, 0.99);
      return [ms(group.time(each, 0.5)), ms(slowest), (slowest / alone.time(each, 0.99)).toFixed(1)];
    }),
    group.stalls,
    ...(['stalls', 'waitedMs', 'gcMs', 'peakMiB'] as const).map(
      (figure) => `${Math.round(medianOf(group.windows, (window) => window[figure]))}`,
    ),
    group.answers,
  ]);
  return grid([[...head, 'stall ms', 'stalls', 'waited ms', 'gc ms', 'peak MiB', 'hostile answers'], ...cells]);
}

/** A line for each errand: median and longest time in ms, alone and beside all. */
export function errandTable({ errands }: CampaignReport): string {
  if (!errands) return '';
  const { alone, beside } = errands;
  const lines = Object.keys(alone.times).map((name) => {
    const cells = [alone, beside].flatMap(({ times }) =>
      [0.5, 1].map((part) => ms(percentile(times[name] ?? [], part))),
    );
    return [name, ...cells];
  });
  return grid([['errand', 'alone p50', 'longest', 'beside all p50', 'longest'], ...lines]);
}

/** What the campaign found; empty when the quiet tenant lived as if alone. */
export function failures({ windows, wrong, errands }: CampaignReport): readonly string[] {
  const measured = measuredOf(windows);
  const alone = aloneOf(measured);
  const slow = measured.flatMap((group) =>
    measures.flatMap((each) => {
      const most = Math.max(group.beside === TENANTS ? 0 : FLOOR_MS, WORST_RATIO * alone.time(each, 0.99));
      const found = group.time(each, 0.99);
      return found > most ? [`beside ${group.beside}: ${each} p99 is ${ms(found)} ms, at most ${ms(most)} ms`] : [];
    }),
  );
  const stalled = windows.flatMap(({ beside, stallMs }) =>
    stallMs > LONGEST_STALL_MS ? [`beside ${beside}: the event loop stood still for ${Math.round(stallMs)} ms`] : [],
  );
  const odd = windows.flatMap(({ beside, wrong: each, tallies }) =>
    [...each.slice(0, 5), ...tallies.flatMap(({ faults }) => faults)].map((what) => `beside ${beside}: ${what}`),
  );
  const late = Object.entries(errands?.beside.times ?? {}).flatMap(([name, times]) => {
    const found = percentile(times, 0.5);
    return found > ERRAND_MS ? [`beside all: ${name} takes ${ms(found)} ms, at most ${ERRAND_MS} ms`] : [];
  });
  return [...slow, ...stalled, ...late, ...odd, ...(errands?.beside.wrong ?? []), ...wrong];
}
