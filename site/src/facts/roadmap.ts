import type { Table } from './tables.js';

interface Planned {
  readonly subject: string;
  /** Paths that the subject would add. A test finds none of them in the API, so the page plans nothing that exists. */
  readonly calls: RegExp;
}

export const planned: readonly Planned[] = [];

export const plannedTable: Table = {
  head: ['Subject', 'State'],
  rows: planned.map(({ subject }) => [subject, 'planned']),
};
