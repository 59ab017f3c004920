import type { Table } from './tables.js';

interface Planned {
  readonly subject: string;
  /** Calls of the API that would be this. A test holds that there is none, so that the page names nothing that works. */
  readonly calls: RegExp;
}

export const planned: readonly Planned[] = [
  { subject: 'Erasure of a person on request', calls: /\/erasures?\b/ },
  { subject: 'An audit of the log with signed checkpoints', calls: /\/(audit|checkpoints?)\b/ },
];

export const plannedTable: Table = {
  head: ['Subject', 'State'],
  rows: planned.map(({ subject }) => [subject, 'planned']),
};
