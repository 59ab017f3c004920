export interface Rounds {
  readonly rounds: number;
  readonly ms: number;
  readonly warmUpMs: number;
  readonly alternate?: boolean;
}

export const USUAL: Rounds = { rounds: 3, ms: 4_000, warmUpMs: 1_000 };

/** The value at a share of a sorted list, such as 0.5 for the median. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );

export const medianOf = <S>(samples: readonly S[], figure: (sample: S) => number): number =>
  median(samples.map(figure));

/**
 * Measures all candidates in turn, round by round, so that a disturbance of the machine affects all of them. The first
 * turn is a warm-up where it has time. With `alternate` every second round goes in the reverse order.
 */
export async function interleaved<K extends string, S>(
  candidates: Readonly<Record<K, (ms: number) => Promise<S>>>,
  { rounds, ms, warmUpMs, alternate = false }: Rounds = USUAL,
): Promise<Record<K, S[]>> {
  const names = Object.keys(candidates) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as S[]])) as Record<K, S[]>;
  if (warmUpMs > 0) for (const name of names) await candidates[name](warmUpMs);
  for (let round = 0; round < rounds; round++) {
    const order = alternate && round % 2 === 1 ? names.toReversed() : names;
    for (const name of order) samples[name].push(await candidates[name](ms));
  }
  return samples;
}
