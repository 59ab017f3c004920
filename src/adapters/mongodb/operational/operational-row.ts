import type { Instant } from '../../../kernel/instant.js';

/** How an entry is listed: the time negated, its facet and its group. */
export interface ListedAs {
  readonly newest?: number;
  readonly facet?: string;
  readonly group?: string;
}

/** An entry without a revision was removed, and no question about entries finds it. */
export interface Row extends ListedAs {
  readonly _id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly id: string;
  /** As text: BSON would change numbers, names with dots and deep nesting. */
  readonly value: string;
  readonly revision: number;
  readonly due?: Instant;
  readonly lane?: string;
  /** Another value whenever it is listed otherwise; absent once the counters know how it is listed. */
  readonly moved?: string;
  /** How the counters count it. */
  readonly counted?: Counted;
  /** Number of the last commit of the counters that changed `counted`. */
  readonly commit?: number;
  /** It was removed, the counters know it, and it may be forgotten a day after this. */
  readonly gone?: Date;
}

export interface Counted extends Required<Pick<ListedAs, 'newest' | 'facet'>>, Pick<ListedAs, 'group'> {
  readonly tenant: string;
  readonly kind: string;
}

/** How the row counts; undefined for a row that is not listed. */
export const countedAs = ({ tenant, kind, newest, facet, group }: Partial<Row>): Counted | undefined =>
  tenant === undefined || kind === undefined || newest === undefined || facet === undefined
    ? undefined
    : { tenant, kind, newest, facet, ...(group !== undefined && { group }) };
