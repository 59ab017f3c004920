export interface Rounds {
  readonly rounds: number;
  readonly ms: number;
  readonly warmUpMs: number;
}

export const USUAL: Rounds = { rounds: 3, ms: 4_000, warmUpMs: 1_000 };

/** Value at a share of a sorted list. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );

export const medianOf = <S>(samples: readonly S[], figure: (sample: S) => number): number =>
  median(samples.map(figure));

/** Everyone in turn, again and again, so that what disturbs the machine disturbs them all. The first turn counts for none. */
export async function interleaved<K extends string, S>(
  contest: Readonly<Record<K, (ms: number) => Promise<S>>>,
  { rounds, ms, warmUpMs }: Rounds = USUAL,
): Promise<Record<K, S[]>> {
  const names = Object.keys(contest) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as S[]])) as Record<K, S[]>;
  for (const name of names) await contest[name](warmUpMs);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) samples[name].push(await contest[name](ms));
  }
  return samples;
}
