import type { AnyProjection, Collection } from '../../../kernel/projection.js';

/** Stores know numbers of versions alone, so a further copy of a version has a number of its own, far above declared ones. */
const APART = 1_000_000;

/** The declared version that a stored one is a copy of. */
export const declaredVersion = (stored: number): number => stored % APART;

/** Counts the copies of a version that were made anew; the first is 0. */
export const generationOf = (stored: number): number => Math.floor(stored / APART);

export const generation = (version: number, n: number): number => n * APART + version;

/** As operators see it: 3, or 3.1. */
export const shownVersion = (stored: number): string =>
  generationOf(stored) === 0 ? `${stored}` : `${declaredVersion(stored)}.${generationOf(stored)}`;

const exact = new WeakSet<object>();

/** A read model in one stored version. Its readers read that version, whichever serves. */
export function storedAs(projection: AnyProjection, version: number): AnyProjection {
  const stored = { ...projection, version };
  exact.add(stored);
  return stored;
}

export const isExact = (collection: Collection<never>): boolean => exact.has(collection);
