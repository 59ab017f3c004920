import type { OperationalKey } from '../../../src/ports/stores/operational-store.js';

export const STREAM = 'contract-power';
/** The text of each fills some pages. */
const CHARACTERS = 30_000;
/** Entries are put again and again under this many keys. */
export const KEYS = 40;

export interface Body {
  readonly n: number;
  readonly text: string;
}

export const bodyOf = (n: number): Body => ({ n, text: `${n % 7}`.repeat(CHARACTERS) });

export const keyOf = (n: number): OperationalKey => ({ tenantId: 'tenant', kind: 'power', id: `${n % KEYS}` });
