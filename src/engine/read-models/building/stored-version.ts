import type { AnyProjection, Collection } from '../../../kernel/projection.js';

/** Stores know numbers of versions alone, so a further copy of a version has a number of its own, far above declared ones. */
const APART = 1_000_000;

/** The declared version that a stored one is a copy of. */
export const declaredVersion = (stored: number): number => stored % APART;

/** Number of a copy among those of its version; the first is 0. */
export const generationOf = (stored: number): number => Math.floor(stored / APART);

export const generation = (version: number, n: number): number => n * APART + version;

/** As operators see it: 3, or 3.1. */
export const shownVersion = (stored: number): string =>
  generationOf(stored) === 0 ? `${stored}` : `${declaredVersion(stored)}.${generationOf(stored)}`;

const EXACT = Symbol('exact');

/** A read model in one stored version. Its readers read that version, whichever serves. */
export function storedAs(projection: AnyProjection, version: number): AnyProjection {
  return Object.assign({ ...projection, version }, { [EXACT]: true });
}

export const isExact = (collection: Collection<never>): boolean => EXACT in collection;
