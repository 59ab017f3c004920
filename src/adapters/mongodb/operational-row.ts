import type { Instant } from '../../kernel/instant.js';

export interface Row {
  readonly _id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly id: string;
  /** As text: BSON would change numbers, names with dots and deep nesting. */
  readonly value: string;
  readonly revision: number;
  readonly due?: Instant;
  /** How it is listed: the time negated, its facet and its group. */
  readonly newest?: number;
  readonly facet?: string;
  readonly group?: string;
}
