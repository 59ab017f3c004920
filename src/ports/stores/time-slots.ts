import { MINUTE } from '../../kernel/instant.js';

/** Lengths in minutes of the slots of time in which entries are counted, longest first. */
export const SLOT_MINUTES = [1_440, 60, 1] as const;

/** Slots of one length, numbered since the epoch; `to` is exclusive. */
export interface Slots {
  readonly minutes: number;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds since the epoch; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A span of time as whole slots and the parts of minutes at its ends. */
export interface SlottedSpan {
  readonly slots: readonly Slots[];
  readonly edges: readonly Span[];
}

/** All times that JavaScript knows. */
export const ALL_TIME: Span = { from: 0, to: 8_640_000_000_000_000 };

export const slotOf = (ms: number, minutes: number): number => Math.floor(ms / (minutes * MINUTE));

/** Few slots make a long span: the days between, then hours and minutes towards its ends. */
export function slotted({ from, to }: Span): SlottedSpan {
  if (to <= from) return { slots: [], edges: [] };
  const [first, last] = [Math.ceil(from / MINUTE), Math.floor(to / MINUTE)];
  if (first > last) return { slots: [], edges: [{ from, to }] };
  const ends = [
    { from, to: first * MINUTE },
    { from: last * MINUTE, to },
  ];
  return { slots: slotsBetween(first, last, SLOT_MINUTES), edges: ends.filter((end) => end.from < end.to) };
}

function slotsBetween(from: number, to: number, [minutes, ...finer]: readonly number[]): readonly Slots[] {
  if (from >= to || minutes === undefined) return [];
  const [first, last] = [Math.ceil(from / minutes), Math.floor(to / minutes)];
  if (first >= last) return slotsBetween(from, to, finer);
  return [
    { minutes, from: first, to: last },
    ...slotsBetween(from, first * minutes, finer),
    ...slotsBetween(last * minutes, to, finer),
  ];
}
