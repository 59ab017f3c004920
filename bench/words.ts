const ONSETS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'st', 'tr', 'pl', 'sch'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ei', 'au'];
const VOCABULARY = 2_000;

/** Pseudorandom numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function vocabulary(): readonly string[] {
  const random = seededRandom(1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const words = new Set<string>();
  while (words.size < VOCABULARY) words.add(Array.from({ length: 3 }, () => pick(ONSETS) + pick(VOWELS)).join(''));
  return [...words];
}

export const WORDS = vocabulary();

/** Random words of the vocabulary. */
export const sentence = (random: () => number, length: number): string =>
  Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
