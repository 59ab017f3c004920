import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

export interface Clock {
  now(): Instant;
  /** Milliseconds since some fixed moment, never going back; for measuring. */
  monotonic(): number;
}

export interface Ids {
  /** UUID version 7 of now. */
  next(): string;
  /** The same id for the same moment and words, for results that must be equal on a repeat. */
  derived(at: Instant, ...words: readonly string[]): string;
  /** URL-safe text of this number of random bytes. */
  secret(bytes: number): string;
}

export const CLOCK = token<Clock>('Clock');
export const IDS = token<Ids>('Ids');
