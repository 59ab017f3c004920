import { medianOf } from '../../../bench/rounds.js';
import { grid } from '../../../bench/table.js';
import { noisyNames } from './attacks/table.js';
import { type CampaignReport, HOSTILE, NOBODY, type Window } from './campaign.js';
import { type Duration, type Operation, operations } from './quiet-tenant.js';

/** Beside the hostile tenants: time that the service works from a request of another tenant to its answer, p99. */
const WORKED_MS = 150;
/** Beside the hostile tenants: time of the clock for any request of another tenant, on a busy machine too. */
const LONGEST_MS = 1_000;
/** Beside one noisy tenant: the median may take this many times as long as alone (G14). It is reported only. */
const NOISY_RATIO = 3;

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY;
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : `${Math.round(value)}`);

/** All windows beside the same attackers. Figures are medians of them, the longest time that of all. */
class Measured {
  constructor(
    readonly beside: string,
    readonly windows: readonly Window[],
  ) {}

  time(operation: Operation, clock: keyof Duration, part: number): number {
    const each = ({ times }: Window) => times[operation].map((duration) => duration[clock]);
    return part === 1
      ? Math.max(...this.windows.flatMap(each))
      : medianOf(this.windows, (window) => percentile(each(window), part));
  }

  get answers(): string {
    const sums: Record<string, number> = {};
    for (const { statuses } of this.windows.flatMap(({ attackers }) => attackers))
      for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count;
    return Object.entries(sums)
      .map(([status, count]) => `${count}×${status === '0' ? 'none' : status}`)
      .join(' ');
  }

  /** Attackers that sent requests and were never served. */
  get starved(): readonly string[] {
    const all = Map.groupBy(
      this.windows.flatMap(({ attackers }) => attackers),
      ({ name }) => name,
    );
    return [...all].flatMap(([name, tallies]) => {
      const statuses = new Set(tallies.flatMap((tally) => Object.keys(tally.statuses)));
      return statuses.size === 1 && statuses.has('0') ? [name] : [];
    });
  }
}

export const measuredOf = ({ windows }: CampaignReport): readonly Measured[] =>
  [...Map.groupBy(windows, ({ beside }) => beside)].map(([beside, each]) => new Measured(beside, each));

export const ratioToAlone = (measured: readonly Measured[], group: Measured, operation: Operation): number => {
  const alone = measured.find(({ beside }) => beside === NOBODY);
  return group.time(operation, 'wallMs', 0.5) / (alone?.time(operation, 'wallMs', 0.5) ?? Number.NaN);
};

/** A line for each operation beside each group: the time that the main thread worked, and that of the clock. */
export function table(report: CampaignReport): string {
  const measured = measuredOf(report);
  const lines = measured.flatMap((group) =>
    operations.map((operation) => {
      const [worked, wall] = (['workedMs', 'wallMs'] as const).map((clock) =>
        [0.5, 0.99, 1].map((part) => group.time(operation, clock, part)),
      ) as [number[], number[]];
      return [
        group.beside,
        operation,
        ...worked.map(ms),
        ...wall.map(ms),
        ratioToAlone(measured, group, operation).toFixed(1),
      ];
    }),
  );
  const head = ['beside', 'operation', 'worked p50 ms', 'p99', 'longest', 'clock p50 ms', 'p99', 'longest', 'p50 ×'];
  return grid([head, ...lines]);
}

/** A line for each group: the service, and the answers that the attackers got. */
export function serviceTable(report: CampaignReport): string {
  const lines = measuredOf(report).map((group) => [
    group.beside,
    ...(['stallMs', 'waitedMs', 'peakMiB'] as const).map(
      (figure) => `${Math.round(medianOf(group.windows, (window) => window[figure]))}`,
    ),
    group.answers,
  ]);
  return grid([['beside', 'stall ms', 'waited for a processor ms', 'peak MiB', 'answers to attackers'], ...lines]);
}

/** Operations that take longer beside one noisy tenant than G14 says. They do not fail the campaign. */
export function noisyRemarks(report: CampaignReport): readonly string[] {
  const measured = measuredOf(report);
  return measured
    .filter(({ beside }) => noisyNames.some((name) => name === beside))
    .flatMap((group) =>
      operations.flatMap((operation) => {
        const ratio = ratioToAlone(measured, group, operation);
        const what = `${operation} beside ${group.beside}: p50 is ${ratio.toFixed(1)} times that alone`;
        return ratio > NOISY_RATIO ? [`${what}, G14 says ${NOISY_RATIO}`] : [];
      }),
    );
}

/** What breaks the promise, or was lost; empty when the quiet tenant was served as promised. */
export function failures(report: CampaignReport): readonly string[] {
  const measured = measuredOf(report);
  const slow = measured
    .filter(({ beside }) => beside === HOSTILE)
    .flatMap((group) =>
      operations.flatMap((operation) => {
        const [worked, longest] = [group.time(operation, 'workedMs', 0.99), group.time(operation, 'wallMs', 1)];
        return [
          ...(worked > WORKED_MS
            ? [`${operation}: the service works ${ms(worked)} ms (p99), at most ${WORKED_MS} ms`]
            : []),
          ...(longest > LONGEST_MS ? [`${operation}: one takes ${ms(longest)} ms, at most ${LONGEST_MS} ms`] : []),
        ];
      }),
    );
  const starved = measured.flatMap(({ beside, starved }) => starved.map((name) => `beside ${beside}: ${name} starves`));
  const odd = report.windows.flatMap(({ beside, wrong, attackers }) =>
    [...wrong.slice(0, 5), ...attackers.flatMap(({ faults }) => faults)].map((what) => `beside ${beside}: ${what}`),
  );
  return [...slow, ...starved, ...odd, ...report.wrong];
}
